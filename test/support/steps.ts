import fc from 'fast-check'
import { Devnet } from '../../src/devnet/devnet.ts'
import { readOptions } from '../../src/devnet/options/options.ts'
import { hexToBytes, numberToBytes } from '../../src/lib/hex.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { tokenBytecode } from './token.ts'

/** What changes a chain by blocks and transactions alone. */
const plainKinds = ['transfer', 'deploy', 'fail', 'flashblock', 'seal', 'mine', 'time'] as const

const kinds = [...plainKinds, 'edit', 'impersonate', 'run', 'choose'] as const

type Step = (typeof kinds)[number]

/** Up to 14 of all kinds. */
export const steps = fc.array(fc.constantFrom<Step>(...kinds), { maxLength: 14 })

/** As `steps`, of those that any node can run again. */
export const plainSteps = fc.array(fc.constantFrom<Step>(...plainKinds), { maxLength: 14 })

const to32 = (value: number) => numberToBytes(value, 32)

const options = {
  clock: 'manual',
  mining: 'manual',
  accounts: 3,
  timestamp: 1_800_000_000,
  // So low that many blocks can be mined as a run.
  baseFee: 7,
} as const

/** A chain that stands still, with three accounts. */
export async function createStepped(more: DevnetOptions = {}): Promise<Devnet> {
  const settings = await readOptions({ ...options, ...more })
  return Devnet.create(settings, (error) => {
    throw error
  })
}

/** The same at the same `index` for equal chains. */
export async function runStep(devnet: Devnet, step: Step, index: number): Promise<void> {
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
  else if (step === 'flashblock') await devnet.blocks.flashblock()
  else if (step === 'seal') await devnet.blocks.seal()
  else if (step === 'mine') await devnet.blocks.mine({ blocks: 3 })
  else if (step === 'run')
    await devnet.blocks.mine({ blocks: 1500, intervalSeconds: BigInt(index) })
  else if (step === 'choose') {
    await devnet.development.choose({ coinbase: to, baseFeePerGas: 5n, extraData: to })
  } else devnet.clock.increase(BigInt(index) * 100n)
}

const code = hexToBytes(tokenBytecode)
