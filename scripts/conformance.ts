// Replays recorded JSON-RPC conversations, as of ethereum/execution-apis, and judges the answers by the rules of
// the official simulator: `npm run conformance -- DIR [--only GLOB] [--url URL]`. Without a URL it starts the
// built command with the suite's genesis and chain.
import { parseArgs } from 'node:util'
import { startCommand } from '../test/support/command.ts'
import { glob } from './conformance/glob.ts'
import { readSuite, type Suite } from './conformance/readSuite.ts'
import { differences, hasPassed, summary, table } from './conformance/report.ts'
import { type Outcome, runCase } from './conformance/runCase.ts'
import { createSend } from './conformance/send.ts'

await main().catch((error: Error) => {
  console.error(`conformance: ${error.message}`)
  process.exitCode = 1
})

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' }, url: { type: 'string' } },
  })
  const [folder, ...surplus] = positionals
  if (folder === undefined || surplus.length > 0) {
    throw new Error('which folder? npm run conformance -- DIR [--only GLOB] [--url URL]')
  }
  const suite = readSuite(folder)
  const isChosen = glob(values.only ?? '**')
  const cases = suite.cases.filter(({ name }) => isChosen(name))
  if (cases.length === 0) throw new Error(`no .io file to run in ${folder}`)

  await using server = await serverOf(suite, values.url)
  const send = createSend(server.url)
  const outcomes: Outcome[] = []
  for (const one of cases) outcomes.push(await runCase(one, send, suite.check))

  console.log(table(outcomes))
  if (!outcomes.every(hasPassed)) {
    console.log(`\n${differences(outcomes)}`)
    process.exitCode = 1
  }
  console.log(`\n${summary(outcomes)}`)
}

async function serverOf(
  { genesis, chain }: Suite,
  url: string | undefined,
): Promise<AsyncDisposable & { readonly url: string }> {
  if (url !== undefined) return { url, [Symbol.asyncDispose]: async () => undefined }
  return startCommand([
    ...(genesis === undefined ? [] : ['--init', genesis]),
    ...(chain === undefined ? [] : ['--chain', chain]),
    ...['--compat', 'geth', '--mining', 'manual', '--simulate-format', 'execution-apis'],
  ])
}
