import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../../platform/runtime/places.ts'
import { deployed } from '../processes/deployed.ts'
import { temporaryFolder } from '../folder.ts'
import { freePort } from '../port.ts'
import { startProgram } from '../processes/program.ts'
import { tlsCertificate, tlsKey } from './server-keys.ts'

/** A proxy of Debian before a product, configured by the file in `deploy`. */
export interface TestProxy {
  /** The ports for people: with TLS and without. */
  port: number
  plainPort: number
  /** The authority that signed its certificate. */
  ca: string
  processes: () => Promise<number[]>
  output: () => string
  stop: () => Promise<void>
}

/** The configuration that surrounds conf.d in Debian, with its paths moved into a folder. */
const aroundIt = (folder: string) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/conf.d/*.conf;
}
`

const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)

const answersAt = (port: number) => () =>
  fetch(`http://localhost:${port}/`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )

export async function startNginx(upstream: number, port: number): Promise<TestProxy> {
  const folder = await temporaryFolder('nginx')
  const plainPort = await freePort()
  const put = (name: string, text: string) => writeFile(join(folder.path, name), text)
  await mkdir(join(folder.path, 'conf.d'))
  await put('fullchain.pem', tlsCertificate)
  await put('privkey.pem', tlsKey)
  await put('nginx.conf', aroundIt(folder.path))
  const site = await deployed('nginx.conf', [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['127.0.0.1:3000', `127.0.0.1:${upstream}`],
    ['vypusk.example.ru', 'localhost'],
    ['/etc/ssl/vypusk', folder.path],
  ])
  await put('conf.d/vypusk.conf', site)
  const program = startProgram('/usr/sbin/nginx', ['-c', join(folder.path, 'nginx.conf'), '-p', folder.path])
  await program.until(answersAt(plainPort))
  return {
    port,
    plainPort,
    ca: tlsCertificate,
    processes: async () => [program.pid, ...(await childrenOf(program.pid))],
    output: program.output,
    stop: async () => {
      await program.end()
      await folder.remove()
    },
  }
}

/** Signs a certificate for localhost by itself, without any authority; writes nothing outside its folder. */
const beforeIt = (port: number, plainPort: number, file: string) => `{
	admin off
	skip_install_trust
	https_port ${port}
	http_port ${plainPort}
}
import ${file}
`

export async function startCaddy(upstream: number, port: number): Promise<TestProxy> {
  const folder = await temporaryFolder('caddy')
  const plainPort = await freePort()
  const config = join(folder.path, 'Caddyfile')
  await writeFile(config, beforeIt(port, plainPort, join(projectRoot, 'deploy/Caddyfile')))
  const env = {
    HOME: folder.path,
    XDG_DATA_HOME: folder.path,
    XDG_CONFIG_HOME: folder.path,
    VYPUSK_SITE: 'localhost',
    VYPUSK_UPSTREAM: `127.0.0.1:${upstream}`,
  }
  const program = startProgram('/usr/bin/caddy', ['run', '--config', config, '--adapter', 'caddyfile'], { env })
  await program.until(answersAt(plainPort))
  return {
    port,
    plainPort,
    ca: await readFile(join(folder.path, 'caddy/pki/authorities/local/root.crt'), 'utf8'),
    processes: async () => [program.pid],
    output: program.output,
    stop: async () => {
      await program.end()
      await folder.remove()
    },
  }
}
