// Builds the documents as a site, site/built/dist: `npm run docs:site`. Fails when a link leads nowhere,
// none leads to a page, or a table is wider than a window.
//   npm run docs:site -- --serve   builds it, then shows it on a free port
import { once } from 'node:events'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { build, serve } from 'vitepress'
import { writeApiReference } from '../scripts/site/apiReference.ts'
import { deadLinks } from '../scripts/site/deadLinks.ts'
import { writePages } from '../scripts/site/pages.ts'
import { widerThanWindow } from './layout.ts'

const site = import.meta.dirname
const root = join(site, '..')
const built = join(site, 'built')

rmSync(built, { recursive: true, force: true })
const pages = join(built, 'pages')
writePages(root, pages)
await writeApiReference(root, join(pages, 'api'))
cpSync(join(root, 'dist/browser'), join(pages, 'public/devnet'), { recursive: true })
await build(site)
const dist = join(built, 'dist')
const problems = [...deadLinks(dist), ...(await notInSidebar()), ...(await widerThanWindow(dist))]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else if (process.argv.includes('--serve')) await serve({ root: site, port: await freePort() })

/** Documents that the sidebar does not lead to. */
async function notInSidebar(): Promise<string[]> {
  // It lists the pages of the API, which have to be written before.
  const { default: config } = await import('./.vitepress/config.ts')
  const links = JSON.stringify(config.themeConfig?.sidebar)
  return readdirSync(pages)
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .map((file) => file.replace(/\.md$/, ''))
    .filter((page) => !links.includes(`"/${page}"`))
    .map((page) => `the sidebar has no link to ${page}: add it in site/.vitepress/config.ts`)
}

/** VitePress prints the port that it was given, so a free one is looked for first. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
