import type { Common } from '@ethereumjs/common'
import { hexToBytes } from '../../src/lib/hex.ts'
import type { GenesisAccount } from '../../src/types/state.ts'

function contract(address: string, code: string): GenesisAccount & { code: Uint8Array } {
  return { address: `0x${address.padStart(40, '0')}`, nonce: 1n, code: hexToBytes(code) }
}

/** Stores the second word of its input in the slot that the first one names. */
export const storer = contract('c0de01', '60203560003555' + '00')

/** Logs its whole input with the first word as the topic. */
export const logger = contract('c0de02', '366000600037' + '600035' + '366000a1' + '00')

/** Reverts with the first word of its input. */
export const reverter = contract('c0de03', '60003560005260206000fd')

/** Jumps in a circle until its gas is gone. */
export const looper = contract('c0de04', '5b600056')

/** Sends what it has to its caller and asks for its own end. */
export const destructor = contract('c0de05', '33ff')

/** Logs as `logger` does, then meets an invalid opcode. */
export const invalid = contract('c0de06', '366000600037' + '600035' + '366000a1' + 'fe')

/** The deposit contract's place, with code that logs any input as its deposit event. */
export const depositContract = contract(
  '00000000219ab540356cbb839cbe05303d7705fa',
  '366000600037' +
    '7f649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5' +
    '366000a100',
)

/** Stores what a block tells its transactions: parent's hash, coinbase, time, number, randomness, limit, fees. */
export function witness(common: Common): GenesisAccount {
  const slots = ['6001430340', '41', '42', '43', '44', '45']
  if (common.isActivatedEIP(3198)) slots.push('48')
  if (common.isActivatedEIP(7516)) slots.push('4a')
  const code = slots.map((push, slot) => `${push}60${slot.toString(16).padStart(2, '0')}55`)
  return contract('c0de07', `${code.join('')}00`)
}

/** Init code that deploys one byte, STOP. */
export const deployStop = hexToBytes('60016000f3')

/** Init code that reverts. */
export const deployNothing = hexToBytes('60006000fd')
