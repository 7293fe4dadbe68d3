import {
  concat,
  type Hex,
  keccak256,
  numberToHex,
  stringToHex,
  hashTypedData as viemHash,
} from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import { hashTypedData, type TypedData } from '../../src/wallet/typedData.ts'

beforeAll(initCrypto)

type Fields = readonly { readonly name: string; readonly type: string }[]

/** Typed data about one struct, `Data`, and what else is given. */
function typed(
  fields: Fields,
  message: object,
  others: Record<string, Fields> = {},
  domain: object = {},
): TypedData {
  const types = new Map(Object.entries({ Data: fields, ...others }))
  return { types, primaryType: 'Data', domain, message }
}

const one = (type: string, value: unknown) => typed([{ name: 'a', type }], { a: value })

const refusal = (data: TypedData): string => {
  try {
    return `no refusal: ${bytesToHex(hashTypedData(data))}`
  } catch (error) {
    expect(error).toMatchObject({ name: 'InvalidTypedData', code: -32602 })
    return (error as Error).message.replace('invalid typed data: ', '')
  }
}

describe('hashTypedData', () => {
  it("hashes EIP-712's example", () => {
    const Person = [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ]
    const mail = {
      from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
      to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
      contents: 'Hello, Bob!',
    }
    const Mail = [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ]
    const domain = {
      name: 'Ether Mail',
      version: '1',
      chainId: 1,
      verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
    }
    const types = new Map(Object.entries({ Person, Mail }))
    const data = { types, primaryType: 'Mail', domain, message: mail }
    expect(bytesToHex(hashTypedData(data))).toBe(
      '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    )
  })

  it('hashes the domain alone when that is what is asked for', () => {
    const domain = { name: 'preconf', salt: `0x${'5a'.repeat(32)}` as const }
    const expected = viemHash({ domain, types: {}, primaryType: 'EIP712Domain' })
    const data = { types: new Map(), primaryType: 'EIP712Domain', domain, message: {} }
    expect(bytesToHex(hashTypedData(data))).toBe(expected)
  })

  it('takes the members of a domain that are declared, in their order', () => {
    const EIP712Domain = [
      { name: 'version', type: 'string' },
      { name: 'name', type: 'string' },
    ]
    const Data = [{ name: 'a', type: 'bool' }]
    const domain = { name: 'preconf', version: '2', chainId: 5 }
    const declared = typed(Data, { a: true }, { EIP712Domain }, domain)
    const asViem = { types: { EIP712Domain, Data }, primaryType: 'Data', message: { a: true } }
    const expected = viemHash({ ...asViem, domain } as Parameters<typeof viemHash>[0])
    expect(bytesToHex(hashTypedData(declared))).toBe(expected)
  })

  it.each([
    ['uint256', 1, '0x1'],
    ['uint256', '0x01', '1'],
    ['int8', '-0x80', -128],
    ['uint64', '0xffffffffffffffff', '18446744073709551615'],
  ])('takes a number of type %s as %j and as %j', (type, first, second) => {
    expect(hashTypedData(one(type, first))).toEqual(hashTypedData(one(type, second)))
  })

  it('hashes a struct that refers to itself and ends with null', () => {
    const Node = [
      { name: 'value', type: 'uint8' },
      { name: 'next', type: 'Node' },
    ]
    const list = (value: number, next: object | null) => ({ value, next })
    const data = (message: object) => ({ ...typed(Node, message, { Node }), primaryType: 'Node' })
    const typeHash = keccak256(stringToHex('Node(uint8 value,Node next)'))
    const node = (value: bigint, next: Hex) =>
      keccak256(concat([typeHash, numberToHex(value, { size: 32 }), next]))
    const expected = node(1n, node(2n, `0x${'0'.repeat(64)}`))
    const separator = keccak256(keccak256(stringToHex('EIP712Domain()')))
    expect(bytesToHex(hashTypedData(data(list(1, list(2, null)))))).toBe(
      keccak256(concat(['0x1901', separator, expected])),
    )
    expect(refusal(data({ value: 1 }))).toBe(
      'message.next: nothing is not a valid value for type "Node"',
    )
  })

  it('hashes types that 2^25 ways lead through, each once', () => {
    const structs = Array.from({ length: 26 }, (_, index): [string, Fields] => [
      `T${index}`,
      index === 25
        ? [{ name: 'end', type: 'bool' }]
        : [
            { name: 'left', type: `T${index + 1}` },
            { name: 'right', type: `T${index + 1}[]` },
          ],
    ])
    const message = { left: null, right: [] }
    const data = { types: new Map(structs), primaryType: 'T0', domain: {}, message }
    expect(hashTypedData(data)).toHaveLength(32)
  })

  it('refuses values that so many ways lead through', () => {
    const Data = [
      { name: 'left', type: 'Data' },
      { name: 'right', type: 'Data' },
    ]
    let message: object | null = null
    for (let depth = 0; depth < 25; depth++) message = { left: message, right: message }
    expect(refusal(typed(Data, message as object))).toBe('it has more than 100000 values')
  })

  it('refuses types whose texts would be without end', () => {
    const structs = Array.from({ length: 3000 }, (_, index): [string, Fields] => [
      `T${index}`,
      [{ name: 'next', type: `T${(index + 1) % 3000}` }],
    ])
    let message: object | null = null
    for (let depth = 0; depth < 100; depth++) message = { next: message }
    const data = { types: new Map(structs), primaryType: 'T0', domain: {}, message: message ?? {} }
    expect(refusal(data)).toBe('its encoded types are longer than 4194304 characters')
  })

  it('refuses values that are nested without end', () => {
    const message: { next?: object } = {}
    message.next = message
    expect(refusal(typed([{ name: 'next', type: 'Data' }], message))).toBe(
      'its values are nested deeper than 128',
    )
  })

  it.each([
    ['uint8', 256, 'message.a: 256 does not fit into uint8'],
    ['int8', 128, 'message.a: 128 does not fit into int8'],
    ['uint8', -1, 'message.a: -1 does not fit into uint8'],
    ['uint256', 1.5, 'message.a: 1.5 is not a valid value for type "uint256"'],
    [
      'uint256',
      2 ** 53,
      'message.a: 9007199254740992, as it is not exact, is not a valid value for type "uint256"',
    ],
    ['uint256', '', 'message.a: "" is not a valid value for type "uint256"'],
    ['uint256', undefined, 'message.a: nothing is not a valid value for type "uint256"'],
    ['uint9', 1, 'there is no type "uint9"'],
    ['bytes33', '0x', 'there is no type "bytes33"'],
    ['Other', {}, 'there is no type "Other"'],
    ['Other', null, 'there is no type "Other"'],
    ['Data', [], 'message.a: an array of 0 is not a valid value for type "Data"'],
    ['bool', 1, 'message.a: 1 is not a valid value for type "bool"'],
    ['address', '0x1234', 'message.a: 2 bytes for address'],
    ['bytes4', '0x1234', 'message.a: 2 bytes for bytes4'],
    ['bytes', '1234', 'message.a: "1234" is not a valid value for type "bytes"'],
    ['bytes', '0x123', 'message.a: "0x123" is not a valid value for type "bytes"'],
    ['string', 5, 'message.a: 5 is not a valid value for type "string"'],
    ['bool[]', true, 'message.a: true is not a valid value for type "bool[]"'],
    ['bool[2]', [true], 'message.a: 1 values for "bool[2]"'],
    ['bool[2][]', [[true, 0]], 'message.a[0][1]: 0 is not a valid value for type "bool"'],
  ])('refuses for type %s the value %j', (type, value, problem) => {
    expect(refusal(one(type, value))).toBe(problem)
  })

  it.each(['uint256', 'bool', 'bytes', 'Data[]', 'A(uint256 b)', 'A,B', ''])(
    'refuses a struct that is called %j',
    (name) => {
      expect(refusal(typed([], {}, { [name]: [] }))).toBe(
        `${JSON.stringify(name)} cannot be the name of a struct`,
      )
    },
  )

  it('finds nothing that is not its own in what is given', () => {
    expect(refusal(typed([{ name: 'toString', type: 'string' }], {}))).toBe(
      'message.toString: nothing is not a valid value for type "string"',
    )
  })
})
