import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { flags } from '../../src/cli/command.ts'
import { shownName } from '../../src/cli/flag.ts'
import { spawnCommand, startCommand } from '../support/command.ts'
import { rpc } from '../support/rpc.ts'

test('--help tells of every flag', async () => {
  await using command = spawnCommand(['--help'])
  const { code, stdout, stderr } = await command.ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const flag of flags) expect(stdout).toMatch(new RegExp(`--${shownName(flag)}[ ,]`))
  expect(stdout).toContain('PRECONF_CHAIN_ID')
})

test('--version prints the version only', async () => {
  await using command = spawnCommand(['--version'])
  expect((await command.ended).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test.each([
  [['--chian-id', '1'], 'unknown flag --chian-id: did you mean --chain-id?'],
  [
    ['--chain-id', 'one'],
    "invalid --chain-id 'one': give a whole number from 1 to 9007199254740991",
  ],
  [
    ['--mining', 'never'],
    "invalid --mining 'never': give flashblocks, interval, auto, mixed or manual",
  ],
  [['--hardfork', 'dencun'], "invalid --hardfork 'dencun': did you mean cancun? give chainstart,"],
  [
    ['--no-mining', '--mining', 'auto'],
    'invalid --no-mining true: remove it, as mining asks for auto',
  ],
  [['--block-time', '-1'], "invalid --block-time '-1': give a time with its unit"],
  [['--mnemonic', 'test test'], 'invalid --mnemonic '],
  [['--host', 'no.such.host.invalid'], 'cannot listen on no.such.host.invalid port 0: '],
])('%j is refused in one line, with exit code 1', async (words, message) => {
  await using command = spawnCommand(['--port', '0', ...words])
  const { code, stdout, stderr } = await command.ended
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr.startsWith(`preconf: ${message}`)).toBe(true)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})

test('a bad value in the environment is named by its variable', async () => {
  await using command = spawnCommand([], { PRECONF_CHAIN_ID: '0' })
  const { code, stderr } = await command.ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/^preconf: invalid PRECONF_CHAIN_ID 0: give a whole number.*\n$/)
})

test('a port in use is reported in one line, with exit code 1', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  await using command = spawnCommand(['--port', String(port)])
  const { code, stdout, stderr } = await command.ended
  other.close()
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(
    new RegExp(`^preconf: cannot listen on 127\\.0\\.0\\.1 port ${port}: the port is in use.*\\n$`),
  )
})

test('the banner has all that one needs to begin', async () => {
  await using command = await startCommand()
  const { stdout, url, port } = command
  expect(stdout).toMatch(/^preconf \d+\.\d+\.\d+\n/)
  expect(stdout).toContain('(0) 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n')
  expect(stdout).toContain(
    '(9) 0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6\n',
  )
  expect(rows(stdout)).toMatchObject({
    Mnemonic: 'test test test test test test test test test test test junk',
    'Chain id': '31337',
    Hardfork: 'osaka',
    'Gas limit': '30,000,000',
    'Base fee': '1 gwei',
    Cadence: 'a flashblock every 200 ms, a sealed block every 2 s',
    HTTP: url,
    WebSocket: `ws://127.0.0.1:${port}`,
    Public: `${url}/public`,
    Dedicated: `${url}/dedicated`,
  })
  expect(await rpc(url, 'eth_chainId')).toBe('0x7a69')
})

test('the banner says what was asked for', async () => {
  const words = '-a 2 --balance 0.5 --chainId 5 --mining interval -b 500ms --hardfork cancun'
  await using command = await startCommand([...words.split(' '), '--profile', 'public'])
  const { stdout, url } = command
  expect(stdout).toContain('Accounts (0.5 ETH each)\n(0)')
  expect(stdout).not.toContain('(2)')
  expect(rows(stdout)).toMatchObject({
    'Chain id': '5',
    Hardfork: 'cancun',
    Cadence: 'a sealed block every 500 ms',
    HTTP: `${url} (methods of public)`,
  })
  expect(await rpc(url, 'eth_chainId')).toBe('0x5')
})

test('without a terminal there are no colours, with FORCE_COLOR there are', async () => {
  await using plain = await startCommand()
  await using coloured = await startCommand([], { FORCE_COLOR: '1' })
  expect(plain.stdout).not.toContain('\u001b')
  expect(coloured.stdout).toContain('\u001b[')
})

test('--silent prints nothing but errors', async () => {
  await using command = spawnCommand(['--silent', '--port', '0', '--host', '256.0.0.1'])
  const { stdout, stderr } = await command.ended
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^preconf: cannot listen on 256\.0\.0\.1 port 0: .*\n$/)
})

test('values without a unit are warned of on standard error, in the words of the user', async () => {
  await using command = spawnCommand(['--port', '0', '--json', '-b', '2', '--balance', '100'])
  await command.printed(/^\{.*\}\n/)
  const reason = 'write the unit too, as a number alone counts differently elsewhere'
  await expect
    .poll(() => command.stderr.trimEnd().split('\n').sort())
    .toEqual([
      `Warning: --balance '100' is read as 100 ether: ${reason}`,
      `Warning: --block-time '2' is read as 2s: ${reason}`,
    ])
  for (const line of command.stdout.trimEnd().split('\n'))
    expect(JSON.parse(line)).toBeTypeOf('object')

  await using clear = await startCommand(['-b', '2s', '--balance', '100ether'])
  expect(clear.stderr).toBe('')
})

/** What is printed as a name and a value in columns. */
function rows(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/^(\S+(?: \S+)?)\s{2,}(\S.*)$/gm)].map(([, name, value]) => [name, value]),
  )
}
