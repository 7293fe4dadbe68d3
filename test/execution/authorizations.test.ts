import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Machine } from '../../src/ethereumjs/machine.ts'
import {
  applyAuthorizations,
  authorityOf,
  isDelegation,
} from '../../src/execution/authorizations.ts'
import { bytesToHex, hexToBytes, numberToBytes } from '../../src/lib/hex.ts'
import type { AuthorizationItem } from '../../src/types/request.ts'
import type { GenesisAccount } from '../../src/types/state.ts'
import { addressOf, createEngine, onMachine } from './engine.ts'

const owner = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const authority = hexToBytes(owner.address)
const delegate = addressOf(7)

function minimal(value: number | bigint): Uint8Array {
  return value === 0 || value === 0n
    ? new Uint8Array()
    : numberToBytes(value, (value.toString(16).length + 1) >> 1)
}

async function signed({
  chainId = 31337,
  nonce = 0,
  to = delegate,
} = {}): Promise<AuthorizationItem> {
  const { r, s, yParity } = await owner.signAuthorization({
    chainId,
    nonce,
    contractAddress: bytesToHex(to),
  })
  return [
    minimal(chainId),
    to,
    minimal(nonce),
    minimal(yParity as number),
    minimal(BigInt(r)),
    minimal(BigInt(s)),
  ]
}

function replaced(
  [chainId, to, nonce, yParity, r, s]: AuthorizationItem,
  field: 'yParity' | 's',
  value: Uint8Array,
): AuthorizationItem {
  return [chainId, to, nonce, field === 'yParity' ? value : yParity, r, field === 's' ? value : s]
}

/** What is of the authority after these authorizations, and the gas they refund. */
async function outcomeOf(
  authorizations: readonly AuthorizationItem[],
  accounts: readonly GenesisAccount[] = [],
) {
  const engine = await createEngine({ accounts })
  return onMachine(engine, async (machine: Machine) => {
    const refund = applyAuthorizations(machine, authorizations)
    return {
      refund,
      code: bytesToHex(machine.state.readCode(authority)),
      nonce: machine.state.readAccount(authority)?.nonce,
      isWarm: machine.evm.journal.isWarmedAddress(authority),
    }
  })
}

const delegated = `0xef0100${bytesToHex(delegate).slice(2)}`

describe('applyAuthorizations', () => {
  it('sets the delegation of who signed, and raises the nonce', async () => {
    expect(await outcomeOf([await signed()])).toEqual({
      refund: 0n,
      code: delegated,
      nonce: 1n,
      isWarm: true,
    })
  })

  it('refunds half of the price for an account that was there', async () => {
    const account = { address: bytesToHex(authority), balance: 1n }
    expect(await outcomeOf([await signed()], [account])).toMatchObject({
      refund: 12_500n,
      code: delegated,
    })
  })

  it('holds on every chain with chain id 0, and on no other chain', async () => {
    expect(await outcomeOf([await signed({ chainId: 0 })])).toMatchObject({ code: delegated })
    expect(await outcomeOf([await signed({ chainId: 5 })])).toMatchObject({
      code: '0x',
      nonce: undefined,
      isWarm: false,
    })
  })

  it('needs the nonce of the account, which it warms anyway', async () => {
    expect(await outcomeOf([await signed({ nonce: 3 })])).toMatchObject({
      code: '0x',
      isWarm: true,
    })
    const account = { address: bytesToHex(authority), nonce: 3n }
    expect(await outcomeOf([await signed({ nonce: 3 })], [account])).toMatchObject({
      code: delegated,
      nonce: 4n,
    })
  })

  it('takes one after the other', async () => {
    const other = addressOf(8)
    const both = [await signed(), await signed({ nonce: 1, to: other })]
    expect(await outcomeOf(both)).toMatchObject({
      code: `0xef0100${bytesToHex(other).slice(2)}`,
      nonce: 2n,
      refund: 12_500n,
    })
  })

  it('takes the delegation away with the zero address', async () => {
    const account = {
      address: bytesToHex(authority),
      code: hexToBytes(delegated),
      nonce: 1n,
    }
    const none = await signed({ nonce: 1, to: new Uint8Array(20) })
    expect(await outcomeOf([none], [account])).toMatchObject({ code: '0x', nonce: 2n })
  })

  it('does not make a delegation of a contract', async () => {
    const account = { address: bytesToHex(authority), code: Uint8Array.of(1) }
    expect(await outcomeOf([await signed()], [account])).toMatchObject({
      code: '0x01',
      isWarm: true,
    })
  })

  it('leaves out a nonce that cannot be raised', async () => {
    const [chainId, to, , yParity, r, s] = await signed()
    const most = new Uint8Array(8).fill(255)
    expect(await outcomeOf([[chainId, to, most, yParity, r, s]])).toMatchObject({ isWarm: false })
  })
})

describe('authorityOf', () => {
  it('tells who signed', async () => {
    expect(authorityOf(await signed())).toEqual(authority)
  })

  it('knows nobody for a bad parity, a high s or a signature of nothing', async () => {
    const good = await signed()
    expect(authorityOf(replaced(good, 'yParity', Uint8Array.of(2)))).toBeUndefined()
    expect(authorityOf(replaced(good, 's', new Uint8Array(32).fill(255)))).toBeUndefined()
    expect(authorityOf(replaced(good, 's', new Uint8Array()))).toBeUndefined()
  })
})

describe('isDelegation', () => {
  it('knows a delegation by its first bytes and its length', () => {
    expect(isDelegation(hexToBytes(delegated))).toBe(true)
    expect(isDelegation(hexToBytes(delegated).subarray(0, 22))).toBe(false)
    expect(isDelegation(hexToBytes(`${delegated}00`))).toBe(false)
    expect(isDelegation(hexToBytes(`ef0101${'00'.repeat(20)}`))).toBe(false)
    expect(isDelegation(new Uint8Array())).toBe(false)
  })
})
