import { createBlock } from '@ethereumjs/block'
import { createTx, type TypedTransaction, type TypedTxData } from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { runTx } from '@ethereumjs/vm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressOfKey, initCrypto } from '../../src/ethereumjs/crypto.ts'
import { applyMessage } from '../../src/execution/applyMessage.ts'
import { environmentOf } from '../../src/execution/blockEnvironment.ts'
import { messageOf } from '../../src/execution/message.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import type { HardforkName } from '../../src/types/options/options.ts'
import type { CallRequest } from '../../src/types/request.ts'
import { runs } from '../support/runs.ts'
import { deploying, type Item, sending } from './assemble.ts'
import { addressOf, contract, createEngine, onMachine } from './engine.ts'
import { randomCode } from './randomCode.ts'

const key = new Uint8Array(32).fill(5)
let sender: Uint8Array

beforeAll(async () => {
  await initCrypto()
  sender = addressOfKey(key)
})

/** Pieces of code that leave the stack as it was. */
const pieces: readonly (readonly Item[])[] = [
  [1, 0, 'SSTORE'],
  [0, 0, 'SSTORE'],
  [7, 1, 'SSTORE'],
  [1, 'SLOAD', 'POP'],
  [0, 'TLOAD', 'POP'],
  [32, 0, 'LOG0'],
  [...sending(addressOf(1), 1), 'POP'],
  [...sending(addressOf(2), 0), 'POP'],
  [...sending(addressOf(99), 2), 'POP'],
  [0, 0, 0, 'CREATE', 'POP'],
  [addressOf(98), 'EXTCODESIZE', 'POP'],
]

const endings: readonly (readonly Item[])[] = [
  ['STOP'],
  [32, 0, 'RETURN'],
  [1, 31, 'REVERT'],
  ['INVALID'],
  [addressOf(97), 'SELFDESTRUCT'],
]

const code = randomCode(pieces, endings)

const scenario = fc.record({
  codes: fc.tuple(code, code),
  toContract: fc.boolean(),
  initCode: fc.oneof(code, code.map(deploying)),
  value: fc.constantFrom(0n, 5n),
  gas: fc.integer({ min: 21_000, max: 400_000 }).map(BigInt),
  tip: fc.constantFrom(0n, 3n),
  data: fc.uint8Array({ maxLength: 60 }),
  listed: fc.boolean(),
})

/** The fields of a call as a signed transaction has them. */
function signedFrom(request: CallRequest, hasList: boolean): TypedTxData {
  const { to, gas, value, data, accessList, maxFeePerGas, maxPriorityFeePerGas } = request
  return {
    type: 2,
    nonce: 0n,
    gasLimit: gas,
    value,
    data,
    maxFeePerGas,
    maxPriorityFeePerGas,
    ...(to !== undefined && { to: new Address(to) }),
    ...(hasList && { accessList }),
  } as TypedTxData
}

describe('applyMessage and runTx', () => {
  it.each<HardforkName>(['london', 'shanghai', 'cancun', 'osaka'])(
    'do the same to the state, use the same gas and give the same logs in %s',
    async (hardfork) => {
      await fc.assert(
        fc.asyncProperty(scenario, async ({ codes, toContract, initCode, tip, ...given }) => {
          const engine = await createEngine({
            hardfork,
            accounts: [
              contract(1, codes[0], 10n),
              contract(2, codes[1], 10n),
              { address: bytesToHex(sender), balance: 10n ** 18n },
            ],
          })
          const { header } = engine.context
          const request: CallRequest = {
            from: sender,
            to: toContract ? addressOf(1) : undefined,
            gas: given.gas,
            value: given.value,
            data: toContract ? given.data : initCode,
            maxFeePerGas: 2_000n,
            maxPriorityFeePerGas: tip,
            accessList: given.listed ? [[addressOf(2), [new Uint8Array(32)]]] : [],
          }
          const unsigned = createTx(signedFrom(request, given.listed), { common: header.common })
          const transaction: TypedTransaction = unsigned.sign(key)
          fc.pre(transaction.getValidationErrors().length === 0)
          const expected = await onMachine(engine, async ({ vm, state }) => {
            const block = createBlock(
              { header },
              { common: header.common, skipConsensusFormatValidation: true },
            )
            const result = await runTx(vm, { tx: transaction, block, skipHardForkValidation: true })
            return {
              root: state.tree().root(),
              gasUsed: result.totalGasSpent,
              status: result.execResult.exceptionError === undefined ? 1 : 0,
              output: result.execResult.returnValue,
              logs: result.receipt.logs.map(([address, topics, logged]) => ({
                address,
                topics,
                data: logged,
              })),
            }
          })
          const actual = await onMachine(engine, async (machine) => {
            const message = messageOf(request, {
              chainId: 31337n,
              baseFee: header.baseFeePerGas,
              gasCap: 10n ** 9n,
              nonce: 0n,
            })
            const { gasUsed, status, output, logs } = await applyMessage(machine, message, {
              environment: environmentOf(header),
              validation: true,
            })
            return { root: machine.state.tree().root(), gasUsed, status, output, logs }
          })
          expect(actual).toEqual(expected)
        }),
        runs({ seed: 7, numRuns: 60 }),
      )
    },
  )
})
