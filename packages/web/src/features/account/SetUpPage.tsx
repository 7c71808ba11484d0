import { Button, Divider, Stack, UnstyledButton } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { userQuery } from '../../api/account.ts'
import { queryClient } from '../../api/query-client.ts'
import { whenDone } from '../../components/kit/feedback/when-done.ts'
import { afterLogin } from '../../components/shared/session/entry.ts'
import { hasPasskeys } from '../../components/shared/session/passkey.ts'
import { remembered } from '../../components/shared/session/remembered.ts'
import { useSignOut } from '../../components/shared/session/useSession.ts'
import classes from './Account.module.css'
import { AddApplication } from './AddApplication.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { factorsQuery } from './factor-api.ts'
import { factorTexts as texts } from './factor-texts.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Way = 'totp' | 'passkey'

const Choice = ({ onChoose }: { onChoose: (way: Way) => void }) => {
  const { data } = useQuery(factorsQuery)
  const byKey = data?.abilities.passkey === true && hasPasskeys()
  return (
    <Stack gap="sm">
      <Button size="sm" onClick={() => onChoose('totp')}>
        {texts.addTotp}
      </Button>
      {byKey && (
        <Button size="sm" variant="default" onClick={() => onChoose('passkey')}>
          {texts.addPasskey}
        </Button>
      )}
    </Stack>
  )
}

/** Returns a function that goes where the person was going when they signed in. */
function useGoOn() {
  const router = useRouter()
  return () =>
    whenDone(queryClient.query({ ...userQuery, staleTime: 0 }), (user) =>
      router.history.replace(afterLogin(user, remembered())),
    )
}

/**
 * The page after signing in when a second factor is required and there is none; nothing else can be opened before it is
 * set up.
 */
export function SetUpPage() {
  const [way, setWay] = useState<Way | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const goOn = useGoOn()
  const signOut = useSignOut()
  useDocumentTitle(`${texts.title} · Выпуск`)
  const added = (recovery: string[] | null) => (recovery ? setCodes(recovery) : goOn())
  const Adding = way === 'totp' ? AddApplication : AddPasskey
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <h1 className={classes.title}>{codes ? texts.codesTitle : texts.setUpTitle}</h1>
        {codes ? (
          <RecoveryCodes codes={codes} onSaved={goOn} />
        ) : (
          <>
            <p className={classes.lead}>{texts.setUpLead}</p>
            {way ? <Adding onAdded={added} /> : <Choice onChoose={setWay} />}
            <Divider my="md" />
            <div className={classes.others}>
              {way && (
                <UnstyledButton className={classes.other} onClick={() => setWay(null)}>
                  {texts.choose}
                </UnstyledButton>
              )}
              <UnstyledButton className={classes.other} onClick={() => void signOut()}>
                {texts.signOut}
              </UnstyledButton>
            </div>
          </>
        )}
      </div>
    </main>
  )
}
