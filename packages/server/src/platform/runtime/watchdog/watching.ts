import inspector from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import { BEAT, type Held, type Watched } from './beat.ts'

/**
 * The watching thread (watchdog.ts). It counts its own turns, so that a suspended process is not taken for a blocked
 * one.
 */

// Only passed by `watchEventLoop`.
const { beats, limitMs, isReplaced } = workerData as Watched
const TURNS = 5
const SHOWN = 6

const session = new inspector.Session()
// Frames identify their script only by a number.
const scripts = new Map<string, string>()
session.on('Debugger.scriptParsed', ({ params }) => void scripts.set(params.scriptId, params.url))
let isConnected = false

/** An attached debugger costs memory, so it is attached only while there is a suspicion. */
function connect() {
  session.connectToMainThread()
  session.post('Debugger.enable')
  isConnected = true
}

function disconnect() {
  session.disconnect()
  scripts.clear()
  isConnected = false
}

/**
 * Turns without a beat after which the debugger is attached, and after which it looks for the first and the second
 * time.
 */
const SUSPICION = TURNS - 1
const LOOKS = [TURNS, TURNS + 2]
/** Rounds of looks that found nothing to pause: native code blocks the loop and can only be ended with the process. */
const ROUNDS = 2
let [seen, turns, rounds, suspect] = [0, 0, 0, '']

const named = ({ functionName, location }: inspector.Debugger.CallFrame) => {
  const place = scripts.get(location.scriptId)?.replace('file://', '') ?? '?'
  return `${functionName || '(unnamed)'} ${place}:${location.lineNumber + 1}`
}

/**
 * Whether the code found at the first look is still running. A loop that was only waiting for the processor pauses in
 * the next thing it does, most likely the beat itself, which must not be ended.
 */
function isHeldBy(frames: inspector.Debugger.CallFrame[]): boolean {
  const isBeating = frames.some(({ functionName }) => functionName === BEAT)
  if (isBeating || Atomics.load(beats, 0) !== seen) return false
  const root = frames.slice(-2).map(named).join(' ')
  const isSame = root === suspect
  suspect = root
  return isSame
}

/** On a busy machine the termination takes a while, and the next looks find the same code. */
let isReported = false

session.on('Debugger.paused', ({ params: { callFrames } }) => {
  if (isHeldBy(callFrames)) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    if (!isReported) parentPort?.postMessage({ where: callFrames.slice(0, SHOWN).map(named) } satisfies Held)
    isReported = true
    session.post('Runtime.terminateExecution')
  }
  session.post('Debugger.resume')
})

setInterval(() => {
  const now = Atomics.load(beats, 0)
  if (now === seen) turns += 1
  else [seen, turns, rounds, suspect, isReported] = [now, 0, 0, '', false]
  if (turns === 0 && isConnected) disconnect()
  if (turns === SUSPICION && !isConnected) connect()
  if (LOOKS.includes(turns)) session.post('Debugger.pause')
  if (turns > LOOKS.length + TURNS) [turns, rounds] = [0, rounds + 1]
  if (isReplaced && rounds >= ROUNDS) process.kill(process.pid, 'SIGKILL')
}, limitMs / TURNS)
