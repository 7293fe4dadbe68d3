import type { OwnBuild } from './ownSources.ts'

/** A way to fail: a call of a contract, or its deployment when there is no function. */
export interface OwnCase {
  /** `plain` by default. */
  readonly build?: OwnBuild
  readonly contract: string
  readonly function?: string
  /** `code of X`: the init code of a contract, `address of X`: of one that is deployed before. */
  readonly args?: readonly unknown[]
  /** Calldata in place of a function and its arguments. */
  readonly data?: string
  readonly value?: number
  /** Of its deployment, before a function is called. */
  readonly endowment?: number
  /** Who tells it otherwise, and how. */
  readonly unlike?: { readonly hardhat: '2' | '3' | 'both'; readonly reason: string }
  /** Instead of a contract. */
  readonly to?: string
  readonly gas?: number
}

const thrower = (name: string, args: readonly unknown[] = []): OwnCase => ({
  contract: 'Thrower',
  function: name,
  args,
})

const caller = (name: string): OwnCase => ({ contract: 'Caller', function: name })

const of = (contract: string, name: string, ...args: readonly unknown[]): OwnCase => ({
  contract,
  function: name,
  args,
})

const silent = '0x3dcd08bd'

/** Of each contract, every way to fail. */
export const ownCases: readonly OwnCase[] = [
  ...['text', 'silent', 'plain', 'custom', 'asserts', 'pop', 'zeroFunction', 'invalid'].map(
    (name) => thrower(name),
  ),
  thrower('overflow', [9]),
  thrower('divide', [0]),
  thrower('color', [2]),
  thrower('at', [3]),
  thrower('modified', [0]),
  thrower('deep', [1]),
  { ...thrower('text'), value: 1 },
  { ...thrower('loops'), gas: 200_000 },
  { contract: 'Thrower', data: '0x2e17de78' },
  { contract: 'Thrower', data: '0x' },
  { contract: 'Thrower', data: '0x2e52d606' },
  { contract: 'NoFallback', data: '0x12345678' },
  { contract: 'NoFallback', data: '0x12345678', value: 1 },
  { contract: 'Nothing', data: '0x' },
  { contract: 'Nothing', data: '0x', value: 1 },
  { contract: 'StrictFallback', data: '0x12345678', value: 1 },
  { contract: 'StrictFallback', data: '0x', value: 1 },
  { contract: 'FailingReceive', data: '0x', value: 1 },
  { contract: 'GuardedReceive', data: '0x', value: 1 },
  { contract: 'FailingFallback', data: '0x12', value: 1 },
  { contract: 'Lib', function: 'f', args: [0] },
  { contract: 'BadConstructor', args: [1] },
  { contract: 'BadConstructor', args: [2], value: 1 },
  { contract: 'BadConstructor', data: '0x' },
  { contract: 'Inherits' },
  { contract: 'Large' },
  ...[
    'outer',
    'outerCustom',
    'nobody',
    'wrongSize',
    'rich',
    'create',
    'precompile',
    'starved',
    'bubbled',
  ].map(caller),
  ...[1, 2, 7].map((x) => of('Leaf', 'act', x)),
  of('UsesInner', 'run', 1),
  of('UsesInner', 'half', 3),
  of('Recursive', 'count', 4),
  of('Getters', 'list', 1),
  of('Getters', 'nested', 1, 2),
  { contract: 'Getters', data: '0xbe9a6555', value: 1 },
  of('Overloads', 'pick(uint256)', 1),
  of('Overloads', 'pick(uint256,uint256)', 1, 2),
  { contract: 'Structs', data: `0xadd9d920${'ff'.repeat(64)}` },
  of('Structs', 'takeAll', [1, 2]),
  of('Structs', 'decode', '0x02'),
  of('Structs', 'decode', `0x${'02'.padStart(64, '0')}`),
  of('Assembled', 'fails', 0),
  of('Assembled', 'nothing'),
  { contract: 'Proxy', data: `0x60fe47b1${'64'.padStart(64, '0')}` },
  { contract: 'Proxy', data: '0x12345678' },
  of('Factory', 'make', `0x${'04'.padStart(64, '0')}`),
  of('Factory', 'makeTwice'),
  {
    ...of('Factory', 'makeRich'),
    unlike: { hardhat: '2', reason: 'Hardhat 2 cannot tell why a creation does not begin' },
  },
  ...[1, 2, 3, 4].map((x) => of('Nested', 'go', x)),
  ...['ignored', 'rewritten', 'caughtPanic'].map((name) => of('Nested', name)),
  ...['sends', 'calls', 'toNothing', 'tooMuch'].map((name) => ({
    ...of('Sender', name),
    endowment: 5,
  })),
  ...['transfers', 'feeds'].map((name) => ({
    ...of('Sender', name),
    endowment: 5,
    unlike: {
      hardhat: 'both' as const,
      reason: 'Hardhat has no name for a receive function that runs out of gas',
    },
  })),
  of('Mismatch', 'missing'),
  { ...of('Mismatch', 'paysUnpayable'), value: 1 },
  of('Mismatch', 'noAccount'),
  of('Mismatch', 'badBool'),
  of('Deep', 'down', 3),
  { contract: 'ConstructedBy', args: [3] },
  { contract: 'ConstructedBy', args: [5] },
  { contract: 'Unpayable', value: 1 },
  { contract: 'Payable', value: 1 },
  of('Bytes', 'slice', '0x0102030405'),
  of('Bytes', 'index', '0x01'),
  of('Bytes', 'allocate', 2n ** 70n),
  { ...of('Spends', 'forever'), gas: 300_000 },
  of('Spends', 'inner'),
  {
    contract: 'a precompile',
    to: `0x${'08'.padStart(40, '0')}`,
    data: '0x01',
    unlike: { hardhat: '3', reason: 'Hardhat 3 takes a precompile for an unknown contract' },
  },
  ...[1, 2, 3, 4].map((x) => ({ build: 'unknown' as const, ...of('Relay', 'fails', x) })),
  { build: 'unknown', contract: 'Relay', data: '0x12345678' },
  { build: 'unknown', contract: 'HiddenConstructor' },
  { build: 'unknown', contract: 'HiddenSilent' },
  { build: 'unknown', ...of('Relay', 'relay', 'address of Thrower', silent) },
  { build: 'unknown', contract: 'HiddenCreator', args: ['address of Thrower', silent] },
  of('Raw', 'run', 'code of HiddenConstructor'),
  of('Raw', 'run', 'code of HiddenSilent'),
  of('Raw', 'run', '0xfe'),
  of('Raw', 'passOn', 'address of Thrower', silent),
  ...[0, 3].map((x) => ({ build: 'optimized' as const, ...of('Tight', 'run', x) })),
  ...[0, 3, 6, 7].map((x) => ({ build: 'viaIr' as const, ...of('Piped', 'run', x) })),
  { build: 'viaIr', ...of('Piped', 'run', 0), value: 1 },
  { build: 'viaIr', contract: 'Piped', data: '0x' },
  { build: 'old', ...of('Old', 'plain') },
  { build: 'old', ...of('Old', 'silent', false) },
  { build: 'old', ...of('Old', 'reverts', 9) },
  { build: 'old', ...of('Old', 'at', 1) },
  { build: 'old', ...of('Old', 'divide', 0) },
  { build: 'old', ...of('OldCaller', 'go') },
  { build: 'old', contract: 'OldNothing', data: '0x' },
]
