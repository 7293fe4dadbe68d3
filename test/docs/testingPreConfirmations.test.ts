import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Fault } from '../../src/types/fault.ts'
import type { Drop, TransactionExplanation } from '../../src/types/transactionFate.ts'
import { testDevnet } from '../support/testDevnet.ts'

const path = join(import.meta.dirname, '../../docs/testing-pre-confirmations.md')
const page = readFileSync(path, 'utf8')

const faults: Readonly<Record<Fault['kind'], true>> = {
  dropAtSeal: true,
  replaceAtSeal: true,
  reorderAtSeal: true,
  sealWithoutFlashblocks: true,
  skipFlashblock: true,
  repeatFlashblock: true,
  delayPublishing: true,
  stopPublishing: true,
  republish: true,
  abandonBlock: true,
  skipState: true,
  handOver: true,
  freezePending: true,
  delayInclusion: true,
  missReceipt: true,
  loseMessage: true,
  closeSocket: true,
  latency: true,
  error: true,
  disconnect: true,
  staleReads: true,
}

const reasons: Readonly<Record<TransactionExplanation['reason'], true>> = {
  awaitingState: true,
  waiting: true,
  cadence: true,
  nonceGap: true,
  nonceTooLow: true,
  behindAnother: true,
  feeBelowBaseFee: true,
  blobFeeBelowBlobBaseFee: true,
  insufficientFunds: true,
  blockGasExceeded: true,
  blockGasLimitExceeded: true,
  blockBlobGasExceeded: true,
  blockSizeExceeded: true,
  senderNotEoa: true,
  invalid: true,
  unpublished: true,
  fault: true,
  preconfirmed: true,
  sealed: true,
  dropped: true,
  unknown: true,
}

const drops: Readonly<Record<Drop['reason'], true>> = {
  replaced: true,
  nonceUsed: true,
  invalid: true,
  reorged: true,
  removed: true,
  fault: true,
}

test.each(Object.keys(faults))('it has the fault %s in a table', (kind) => {
  expect(page).toContain(`| \`{ kind: '${kind}'`)
})

test.each(Object.keys(reasons))('it has the reason %s in a table', (reason) => {
  expect(page).toMatch(new RegExp(`^\\| \`${reason}\` `, 'm'))
})

test.each(Object.keys(drops))('it says that a transaction is dropped as %s', (reason) => {
  const [, list] = page.match(/^\| `dropped` +\| (.*)$/m) ?? []
  expect(list).toContain(`\`${reason}\``)
})

test('all its TypeScript is of tests that are run', () => {
  const blocks = page.match(/^```ts$/gm)?.length
  expect(page.match(/^<!-- generated: test\/docs\/\w+\.test\.ts -->\n```ts$/gm)).toHaveLength(
    blocks ?? 0,
  )
})

test('what curl sends is answered as it says', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const { url } = await devnet.listen({ port: 0 })
  const requests = [...page.matchAll(/^curl .*? -H '(.*?): (.*?)' \\\n {2}-d '(.*)'\n# (.*)$/gm)]
  expect(requests).toHaveLength(page.match(/^curl /gm)?.length ?? 0)
  for (const [, header, value, body, answer] of requests as unknown as string[][]) {
    const headers = { [header as string]: value as string }
    const response = await fetch(url, { method: 'POST', headers, body: body as string })
    expect(await response.text()).toBe(answer)
  }
})
