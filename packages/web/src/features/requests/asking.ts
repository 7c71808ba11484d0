import { withinLimit } from '../../components/kit/feedback/chunks.ts'
import { later } from '../../components/kit/feedback/later.ts'

const questions = later(() => import('./conflict.ts'))

/** The questions about a request that two people have changed; loaded when that happens. */
export const conflictQuestions = () => withinLimit(questions.fetch)
