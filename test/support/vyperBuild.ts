import { bytesToHex } from '../../src/lib/hex.ts'
import { keccak256 } from '../../src/wasm/keccak/keccak256.ts'

// Code as Vyper makes it, and what it writes of it: put together by hand, as its compiler is no package
// of npm. Which instructions are mapped, and how, is as in outputs of 0.3.10 and 0.4.0.

const vyperSource = `# pragma version ^0.4.0
owner: public(address)
total: public(uint256)

@external
@payable
def take(
    amount: uint256,
):
    """
def not(a): is in a text
    """
    self._check(amount)  # the call
    self.total -= amount

@internal
def _check(amount: uint256):
    assert amount <= self.total
`

const vyperAbi = [
  {
    type: 'function',
    name: 'take',
    inputs: [{ name: 'amount', type: 'uint256' }],
    outputs: [],
    stateMutability: 'payable',
  },
  { type: 'function', name: 'total', inputs: [], outputs: [{ name: '', type: 'uint256' }] },
]

export const selectors = {
  'take(uint256)': selectorOf('take(uint256)'),
  'total()': selectorOf('total()'),
}

const [call, amount, assertion, value] = [
  'self._check(amount)',
  'amount <= self.total',
  'assert amount <= self.total',
  'total: public(uint256)',
] as const

/** An instruction: its bytes, the text in the source that it is of, whether it jumps into a function or out. */
type Written = readonly [bytes: string, of?: string | undefined, jump?: 'i' | 'o' | '-']

const [take, total, back, check, fail] = ['20', '2d', '28', '32', '3c']
const program: readonly Written[] = [
  ['5f'],
  ['35'],
  ['60e0'],
  ['1c'],
  ['80'],
  [`63${selectors['take(uint256)']}`],
  ['14'],
  [`60${take}`],
  ['57', undefined, '-'],
  [`63${selectors['total()']}`],
  ['14'],
  [`60${total}`],
  ['57', undefined, '-'],
  [`60${fail}`],
  ['56', undefined, '-'],
  ['00'],
  ['00'],
  ['00'],
  ['00'],
  ['00'], // 31
  ['5b'], // 32, take
  [`60${back}`, call],
  [`60${check}`, call],
  ['56', call, 'i'], // 37
  ['00'],
  ['00'],
  ['5b'], // 40
  ['00'],
  ['00'],
  ['00'],
  ['00'], // 44
  ['5b', value], // 45, total
  ['34'],
  [`60${fail}`],
  ['57', undefined, '-'], // 49
  ['5b'], // 50, _check
  ['5f', amount],
  ['54', amount],
  ['6004', amount],
  ['35', amount],
  ['11', amount], // 56
  [`60${fail}`, assertion],
  ['57', assertion, '-'], // 59
  ['5b'], // 60
  ['5f'],
  ['80'],
  ['fd'],
]

function selectorOf(signature: string): string {
  return bytesToHex(keccak256(new TextEncoder().encode(signature)).subarray(0, 4)).slice(2)
}

/** Where a text is, as source maps say it; -1 for none. */
function placeOf(text: string | undefined, source: number): string {
  return text === undefined ? '-1:-1:-1' : `${vyperSource.indexOf(text)}:${text.length}:${source}`
}

/** Of a program that begins at a pc: an entry for each byte, as since 0.4. */
function mapOfBytes(source: number, before = 0): string {
  const entries = program.flatMap(([bytes, of, jump]) => [
    `${placeOf(of, source)}${jump === undefined ? '' : `:${jump}`}`,
    ...Array.from({ length: bytes.length / 2 - 1 }, () => '-1:-1:-1'),
  ])
  const all = [...Array.from({ length: before }, () => '-1:-1:-1'), ...entries]
  return [`0:${vyperSource.length}:${source}:-`, ...all.slice(1)].join(';')
}

/** An entry for each instruction, in which is left out what is as before: until 0.3.10. */
function mapOfInstructions(source: number): string {
  let last = ['', '', '', '']
  const entries = program.map(([, of, jump], at) => {
    const place = of === undefined ? ['-1', '-1', `${source}`] : placeOf(of, source).split(':')
    const now = [...place, jump ?? (at === 0 ? '-' : '')]
    const received = now.map((part, index) => (part === last[index] ? '' : part))
    last = now.map((part, index) => part || (last[index] as string))
    return received.join(':').replace(/:+$/, '')
  })
  return entries.join(';')
}

const runtime = program.map(([bytes]) => bytes).join('')
/** Copies what is behind it: the code, then 32 bytes of an immutable value. */
const copies = (length: number) =>
  `60${length.toString(16).padStart(2, '0')}600c60003960${length.toString(16).padStart(2, '0')}6000f3`

const size = runtime.length / 2
export const vyperCode = {
  runtime: `0x${runtime}`,
  creation: `0x${copies(size)}${runtime}84${'18'}8000a1657679706572830004000012`,
  /** What it leaves on the chain has a value of an immutable behind it. */
  creationWithImmutable: `0x${copies(size + 32)}${runtime}${'07'.padStart(64, '0')}`,
}

const path = 'contracts/Vault.vy'
const files = { [path]: vyperSource }
const methodIdentifiers = Object.fromEntries(
  Object.entries(selectors).map(([name, digits]) => [name, `0x${digits.replace(/^0+/, '')}`]),
)

function standard(
  source: number,
  maps: { readonly bytecode: object; readonly deployed: object },
): object {
  const evm = {
    bytecode: { object: vyperCode.creation, opcodes: '', ...maps.bytecode },
    deployedBytecode: { object: vyperCode.runtime, opcodes: '', ...maps.deployed },
    methodIdentifiers,
  }
  const ast = { ast_type: 'Module', src: `0:${vyperSource.length}:${source}` }
  return {
    compiler: 'vyper-0.4.0',
    contracts: { [path]: { Vault: { abi: vyperAbi, evm, interface: '', userdoc: {} } } },
    sources: { [path]: { ast, id: source }, 'contracts/other.vy': { ast, id: source + 1 } },
  }
}

const full = (compressed: string) => ({
  breakpoints: [],
  error_map: { 59: 'user assert' },
  pc_jump_map: {},
  pc_pos_map: {},
  pc_pos_map_compressed: compressed,
})

/** As different versions and tools write it, by the names of files. */
export const vyperOutputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'standard JSON of Vyper 0.4': {
    ...files,
    'build/out.json': standard(3, {
      bytecode: { sourceMap: full(mapOfBytes(3, 12)) },
      deployed: { sourceMap: full(mapOfBytes(3)) },
    }),
  },
  'standard JSON of Vyper 0.3': {
    ...files,
    'build/out.json': standard(0, {
      bytecode: {},
      deployed: { sourceMap: mapOfInstructions(0), sourceMapFull: full(mapOfInstructions(0)) },
    }),
  },
  'combined_json of Vyper 0.4': {
    ...files,
    'build/out.json': {
      [path]: {
        abi: vyperAbi,
        bytecode: vyperCode.creation,
        bytecode_runtime: vyperCode.runtime,
        source_map: full(mapOfBytes(7, 12)),
        source_map_runtime: full(mapOfBytes(7)),
        method_identifiers: methodIdentifiers,
        layout: {},
      },
      version: '0.4.0+commit.e9db8d9',
    },
  },
  'combined_json of Vyper 0.3': {
    ...files,
    'build/out.json': {
      [path]: {
        abi: vyperAbi,
        bytecode: vyperCode.creation,
        bytecode_runtime: vyperCode.runtime,
        source_map: full(mapOfInstructions(0)),
        method_identifiers: methodIdentifiers,
      },
      version: '0.3.10+commit.9136169',
    },
  },
  "Foundry's artifact of a contract of Vyper": {
    ...files,
    'foundry.toml': '',
    'out/Vault.vy/Vault.json': {
      abi: vyperAbi,
      bytecode: { object: vyperCode.creation },
      deployedBytecode: { object: vyperCode.runtime, sourceMap: mapOfInstructions(0) },
      methodIdentifiers,
      id: 4,
    },
    'out/build-info/1.json': {
      id: '1',
      source_id_to_path: { 4: path, 5: 'contracts/other.vy' },
      language: 'Vyper',
    },
  },
}
