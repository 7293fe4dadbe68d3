// Builds the documents as a site, site/built/dist: `npm run docs:site`. Fails when a link leads nowhere.
//   npm run docs:site -- --serve   builds it, then shows it on a free port
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { build, serve } from 'vitepress'
import { writeApiReference } from '../scripts/site/apiReference.ts'
import { deadLinks } from '../scripts/site/deadLinks.ts'
import { writePages } from '../scripts/site/pages.ts'

const site = import.meta.dirname
const root = join(site, '..')
const built = join(site, 'built')

rmSync(built, { recursive: true, force: true })
const pages = join(built, 'pages')
writePages(root, pages)
await writeApiReference(root, join(pages, 'api'))
cpSync(join(root, 'dist/browser'), join(pages, 'public/devnet'), { recursive: true })
await build(site)
const dead = deadLinks(join(built, 'dist'))
for (const link of dead) console.error(link)
if (dead.length > 0) process.exitCode = 1
else if (process.argv.includes('--serve')) await serve({ root: site, port: await freePort() })

/** VitePress prints the port that it was given, so a free one is looked for first. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
