/**
 * Before every start: the packages and the built pages are those of these sources. Runs on the Node.js of the
 * machine, before anything is installed, and does nothing at all when nothing changed.
 */
import { checkNode, install } from './steps/install.mjs'
import { buildWeb } from './steps/web.mjs'

checkNode()
await install()
if (!process.argv.includes('--no-web')) await buildWeb()
