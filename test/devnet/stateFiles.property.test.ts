import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Devnet } from '../../src/devnet/devnet.ts'
import { readOptions } from '../../src/devnet/options.ts'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import type { DevnetOptions } from '../../src/types/options.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { tokenBytecode } from '../support/token.ts'

type Step =
  | 'edit'
  | 'impersonate'
  | 'transfer'
  | 'deploy'
  | 'fail'
  | 'flashblock'
  | 'seal'
  | 'mine'
  | 'run'
  | 'choose'
  | 'time'

const steps = fc.array(
  fc.constantFrom<Step>(
    'edit',
    'impersonate',
    'transfer',
    'deploy',
    'fail',
    'flashblock',
    'seal',
    'mine',
    'run',
    'choose',
    'time',
  ),
  { maxLength: 14 },
)

const to32 = (value: number) => numberToBytes(value, 32)

const options = {
  clock: 'manual',
  mining: 'manual',
  accounts: 3,
  timestamp: 1_800_000_000,
  // So low that many blocks can be mined as a run.
  baseFee: 7,
} as const

async function create(more: DevnetOptions = {}): Promise<Devnet> {
  const settings = await readOptions({ ...options, ...more })
  return Devnet.create(settings, (error) => {
    throw error
  })
}

async function run(devnet: Devnet, step: Step, index: number): Promise<void> {
  const from = devnet.accounts[index % 3]?.address as Uint8Array
  const to = new Uint8Array(20).fill(index)
  const gas = 3_000_000n
  if (step === 'edit') {
    const storage = [[to32(index), to32(index % 3)]] as const
    await devnet.development.edit({ address: to, balance: 10n ** 18n, storage })
  } else if (step === 'impersonate') {
    const account = new Uint8Array(20).fill(0x40 + index)
    devnet.impersonation.start(account)
    const edit = { address: account, balance: 10n ** 18n }
    await devnet.development.edit(edit)
    await devnet.send({ from: account, to, gas: 30_000n })
  } else if (step === 'transfer')
    await devnet.send({ from, to, value: BigInt(index), gas: 21_000n })
  else if (step === 'deploy') await devnet.send({ from, data: code, gas })
  // INVALID as init code.
  else if (step === 'fail') await devnet.send({ from, data: Uint8Array.of(0xfe), gas: 100_000n })
  else if (step === 'flashblock') await devnet.flashblock()
  else if (step === 'seal') await devnet.seal()
  else if (step === 'mine') await devnet.mine({ blocks: 3 })
  else if (step === 'run') await devnet.mine({ blocks: 1500, intervalSeconds: BigInt(index) })
  else if (step === 'choose') {
    await devnet.development.choose({ coinbase: to, baseFeePerGas: 5n, extraData: to })
  } else devnet.clock.increase(BigInt(index) * 100n)
}

const code = Uint8Array.from(Buffer.from(tokenBytecode.slice(2), 'hex'))

const shown = ({ block, state, receipts, edited, ...rest }: SealedBlock) => ({
  edits: edited?.edits.map(({ after, edit }) => ({ after, ...edit })),
  builtOn: edited && bytesToHex(edited.builtOn.root()),
  hash: rest.hash,
  root: bytesToHex(state.root()),
  raw: bytesToHex(block.serialize()),
  receipts: receipts.map(({ transaction, ...receipt }) => ({
    ...receipt,
    sender: transaction.sender.toString(),
    hash: transaction.hash,
    isImpersonated: transaction.isImpersonated,
  })),
})

const parts = ({ chain }: Devnet) =>
  chain.parts().map((part) => {
    const block = 'from' in part ? (chain.blockByNumber(part.to) as SealedBlock) : part
    return shown(block)
  })

test('what is dumped, loaded and dumped again is the same to the byte, and so is every block and state', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const devnet = await create()
      try {
        for (const [index, step] of list.entries()) await run(devnet, step, index)
        const dump = await devnet.stateFiles.dump()
        const newest = await devnet.reader.view({ tag: 'pending' })
        const begun = await create({ loadState: dump })
        const loaded = await create()
        await loaded.stateFiles.load(dump)
        for (const other of [begun, loaded]) {
          expect(parts(other)).toEqual(parts(devnet))
          expect(other.clock.now()).toBe(devnet.clock.now())
          expect(Buffer.from(await other.stateFiles.dump()).toString()).toBe(
            Buffer.from(dump).toString(),
          )
          await other.close()
        }
        const preconfirmed = newest.kind === 'pending' ? newest.transactions : []
        for (const { hash } of [...preconfirmed, ...devnet.pool.all()]) {
          expect([begun, loaded].map(({ pool }) => pool.has(hash))).toEqual([true, true])
        }
      } finally {
        await devnet.close()
      }
    }),
    { seed: 11, numRuns: 20 },
  )
}, 60_000)
