/**
 * Runs before every start: installs the packages and builds the pages and the server for the present sources. Runs on the Node.js of
 * the machine, before anything is installed, and does nothing if nothing has changed.
 */
import { checkNode, install } from './steps/install.mjs'
import { bundleServer } from './steps/server.mjs'
import { buildWeb } from './steps/web.mjs'

checkNode()
await install()
if (!process.argv.includes('--no-web')) {
  await buildWeb()
  await bundleServer()
}
