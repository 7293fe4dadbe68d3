import { expect, test } from 'vitest'
import { parseCommand } from '../../src/cli/command.ts'
import { UsageError } from '../../src/cli/usageErrors.ts'

test('nothing typed: every option has its default', async () => {
  expect(await parseCommand([], {})).toMatchObject({
    kind: 'run',
    devnet: {},
    listen: {},
  })
})

test('flags become options, by name, by letter and in camelCase', async () => {
  const words =
    '--port 0 -a 3 --chainId 5 --block-time=500ms --allowed-hosts a.test,b.test --silent'
  expect(await parseCommand(words.split(' '), {})).toMatchObject({
    listen: { port: 0, allowedHosts: ['a.test', 'b.test'] },
    devnet: { accounts: 3, chainId: 5, blockTime: '500ms' },
    silent: true,
  })
})

test('several networks have a live chain each, in their order', async () => {
  const words = '--network op --network base --fork-url http://a.test --fork-url http://b.test@5'
  const l1 = 'fork=http://c.test/key?one=1,proposeEvery=2'
  expect(await parseCommand([...words.split(' '), '--l1', l1], {})).toMatchObject({
    devnet: {
      network: ['op', 'base'],
      fork: [{ url: 'http://a.test' }, { url: 'http://b.test@5' }],
      l1,
    },
  })
  expect(await parseCommand(words.split(' ').slice(2), {})).toMatchObject({
    devnet: { fork: { urls: ['http://a.test', 'http://b.test@5'] } },
  })
})

test('amounts keep all their digits', async () => {
  const command = await parseCommand(['--balance', '123456789012345678.000000000000000001'], {})
  expect(command).toMatchObject({ devnet: { balance: '123456789012345678.000000000000000001' } })
})

test('variables of the environment hold where no flag is given', async () => {
  const environment = { PRECONF_PORT: '9000', PRECONF_CHAIN_ID: '7', PRECONF_SILENT: 'true' }
  expect(await parseCommand(['--port', '9001'], environment)).toMatchObject({
    listen: { port: 9001 },
    devnet: { chainId: 7 },
    silent: true,
  })
})

test('variables that are no flag of ours are left alone', async () => {
  expect(await parseCommand([], { PRECONF_URL: 'x', PRECONF_PORT: '' })).toMatchObject({
    listen: {},
  })
})

test('the last of equal flags holds', async () => {
  expect(await parseCommand(['-p', '1', '--port', '2'], {})).toMatchObject({ listen: { port: 2 } })
})

test.each([
  ['--hostname localhost,::1 --server.port 1', { listen: { host: ['localhost', '::1'], port: 1 } }],
  ['--host 127.0.0.1 ::1 --host 10.0.0.1', { listen: { host: ['127.0.0.1', '::1', '10.0.0.1'] } }],
  ['--no-cors --no-request-size-limit', { listen: { cors: false, requestSizeLimit: false } }],
  ['--cors=false --noRequestSizeLimit', { listen: { cors: false, requestSizeLimit: false } }],
  ['--no-cors=false', { listen: { cors: true } }],
  ['--ipc', { listen: { ipc: true } }],
  ['--ipc /tmp/x.ipc', { listen: { ipc: '/tmp/x.ipc' } }],
  ['--ipcpath --port 1', { listen: { ipc: true, port: 1 } }],
  ['-e 5 --wallet.totalAccounts 2', { devnet: { balance: '5', accounts: 2 } }],
  ['-q', { silent: true }],
  ['--quiet', { silent: true }],
  ['--no-silent', { silent: false }],
  ['--chain 5', { devnet: { chainId: 5 } }],
  ['--chain-rlp chain.rlp', { devnet: { chain: 'chain.rlp' } }],
  ['--no-mining', { devnet: { noMining: true } }],
  ['--no-mine', { devnet: { noMining: true } }],
  ['--mixed-mining --blockTime 3', { devnet: { mixedMining: true, blockTime: '3' } }],
  ['--no-flashblocks', { devnet: { flashblocks: false } }],
  ['node --port 7 --chain-id 5', { devnet: { chainId: 5 }, listen: { port: 7 } }],
  ['start', { kind: 'run' }],
  ['version', { kind: 'version' }],
  ['help', { kind: 'help', text: expect.stringMatching(/--block-time/) }],
  ['help gas', { kind: 'help', text: expect.stringMatching(/gas \[folder\]/) }],
  ['--block-base-fee-per-gas 7 --blockGasLimit 8', { devnet: { baseFee: '7', gasLimit: '8' } }],
])('%s', async (words, options) => {
  expect(await parseCommand(words.split(' '), {})).toMatchObject(options)
})

test('a switch that is on is switched off by its variable too', async () => {
  expect(await parseCommand([], { PRECONF_NO_CORS: 'true' })).toMatchObject({
    listen: { cors: false },
  })
  expect(await parseCommand([], { PRECONF_CORS: 'no' })).toMatchObject({ listen: { cors: false } })
})

test.each([
  ['--chian-id 1', 'unknown flag --chian-id: did you mean --chain-id?'],
  ['--flashblocktime 1', 'unknown flag --flashblocktime: did you mean --flashblock-time?'],
  ['--colour', 'unknown flag --colour: see preconf --help'],
  ['--no-x', 'unknown flag --no-x: see preconf --help'],
  ['-z', 'unknown flag -z: see preconf --help'],
  ['foo', "unexpected argument 'foo': flags begin with --"],
  ['--port', '--port needs a value'],
  ['--port --silent', '--port needs a value'],
  ['--port many', "invalid --port 'many': give a whole number from 0 to 65535, 0 for a free port"],
  [
    '--port 65536',
    "invalid --port '65536': give a whole number from 0 to 65535, 0 for a free port",
  ],
  ['--port -1', "invalid --port '-1': give a whole number from 0 to 65535, 0 for a free port"],
  ['--profile private', "invalid --profile 'private': give devnet, public, dedicated"],
])('%s is refused', async (words, message) => {
  await expect(parseCommand(words.split(' '), {})).rejects.toThrow(new UsageError(message))
})

test('a bad value of a variable is named by the variable', async () => {
  await expect(parseCommand([], { PRECONF_SILENT: 'maybe' })).rejects.toThrow(
    "invalid PRECONF_SILENT 'maybe': give true or false",
  )
})

test("Anvil's variable for the address holds, and ours goes first", async () => {
  const environment = { ANVIL_IP_ADDR: '0.0.0.0,::1' }
  expect(await parseCommand([], environment)).toMatchObject({
    listen: { host: ['0.0.0.0', '::1'] },
  })
  const both = { ...environment, PRECONF_HOST: '127.0.0.2' }
  expect(await parseCommand([], both)).toMatchObject({ listen: { host: ['127.0.0.2'] } })
})

test.each([
  [['--chain-id', 'mainnet'], { chainId: 1 }],
  [['--chain', 'sepolia'], { chainId: 11_155_111 }],
  [['--compat', 'hardhat', '--network', 'hardhat'], { compat: 'hardhat' }],
  [['--fork-url', 'localhost:8545@7'], { fork: { urls: ['localhost:8545@7'] } }],
])('%j is what the other node takes it for', async (words, devnet) => {
  expect(await parseCommand(words, {})).toMatchObject({ devnet })
})
