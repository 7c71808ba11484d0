import { useUser } from '../../api/account.ts'
import column from '../../components/shared/page/FormColumn.module.css'
import { Page } from '../../components/shared/page/Page.tsx'
import { Substitutes } from '../../components/shared/substitutes/Substitutes.tsx'
import { Section } from '../../ui/Section.tsx'
import { factorTexts } from './factor-texts.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import { texts } from './texts.ts'

/** The person's own account: the password, the second factor and the sessions. */
export function AccountPage() {
  const { id, company } = useUser()
  return (
    <Page title={texts.title}>
      <div className={column.column} data-wide>
        <Section title={texts.password} level={2}>
          <PasswordForm />
        </Section>
        <Section title={factorTexts.title} level={2}>
          <SecondFactor />
        </Section>
        {company && (
          <Section title={texts.substitutes} level={2}>
            <Substitutes idcomp={company.idcomp} user_id={id} />
          </Section>
        )}
        <Section title={texts.sessions} level={2}>
          <Sessions />
        </Section>
      </div>
    </Page>
  )
}
