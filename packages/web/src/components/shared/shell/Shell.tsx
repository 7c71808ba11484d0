import { useDisclosure } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followChanges } from '../../../api/live.ts'
import { followTime } from '../../../api/passing-time.ts'
import { goTo } from '../../../api/presence.ts'
import { inBrowser } from '../../../ui/storage.ts'
import { BusyLine } from '../../../ui/BusyLine.tsx'
import { createStore, useStore } from '../../../ui/store.ts'
import { useIsPhone, useIsTablet } from '../../../ui/useIsPhone.ts'
import { openFinding } from '../finding/opened.ts'
import { useWaitingMark } from '../matters/useWaiting.ts'
import { useRemembered } from '../finding/useRemembered.ts'
import { fetchAhead } from '../../kit/feedback/later.ts'
import { KEYS } from '../../kit/keys/keys.ts'
import { useKey } from '../../kit/keys/useKey.ts'
import { PhoneBar } from './PhoneBar.tsx'
import { Rail } from './Rail.tsx'
import { Dialogs } from './Dialogs.tsx'
import classes from './Shell.module.css'
import { usePlaceKeys, usePlaces } from './usePlaces.ts'
import { whereIs } from './where.ts'

const keptNarrow = inBrowser<boolean>('rail.narrow')
/** Null until somebody folds or unfolds the rail: up to then the window decides. */
const chosenNarrow = createStore(keptNarrow.read())

const chooseRail = (isNarrow: boolean) => {
  chosenNarrow.set(isNarrow)
  keptNarrow.write(isNarrow)
}

const ThinLine = () => {
  const busy = useRouterState({ select: (state) => state.isLoading })
  return busy ? <BusyLine label="Загрузка" isOverAll /> : null
}

/** Follows live changes, the passing of time and newer versions while somebody is signed in. */
function useLiveChanges(): void {
  useEffect(() => {
    const stop = new AbortController()
    void followChanges(stop.signal)
    followTime(stop.signal)
    fetchAhead(async () => (await import('./newer-build.ts')).followBuild(stop.signal))
    return () => stop.abort()
  }, [])
}

/** Reports to the server what the window shows, so that others see who else is there. */
function useWhere(): void {
  const { pathname, search } = useRouterState({ select: (state) => state.location })
  const where = whereIs(pathname, search)
  const [place, note] = [where?.place, where?.note ?? '']
  useEffect(() => goTo(place === undefined ? null : { place, note }), [place, note])
  useRemembered(place)
}

const CONTENT = 'content'

/** The frame around every screen of a signed-in person. */
export function Shell() {
  const places = usePlaces()
  const chosen = useStore(chosenNarrow)
  const isTablet = useIsTablet()
  const narrow = chosen ?? isTablet
  const isPhone = useIsPhone()
  const [keysOpened, keys] = useDisclosure(false)
  const [aboutOpened, about] = useDisclosure(false)
  usePlaceKeys(places)
  useKey(KEYS.list, keys.open)
  useKey(KEYS.find, (event) => (event.preventDefault(), openFinding()))
  useLiveChanges()
  useWaitingMark()
  useWhere()
  return (
    <div className={classes.shell} data-narrow={narrow || undefined}>
      <a className={classes.skip} href={`#${CONTENT}`}>
        К содержимому
      </a>
      <ThinLine />
      {isPhone ? (
        <PhoneBar places={places} onAbout={about.open} />
      ) : (
        <Rail places={places} narrow={narrow} onChoose={chooseRail} onKeys={keys.open} onAbout={about.open} />
      )}
      <main className={classes.main} data-place="screen" id={CONTENT} tabIndex={-1}>
        <Outlet />
      </main>
      <Dialogs
        places={places}
        keys={{ opened: keysOpened, ...keys }}
        about={{ opened: aboutOpened, onClose: about.close }}
      />
    </div>
  )
}
