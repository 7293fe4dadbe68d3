import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HDNodeWallet, Mnemonic } from 'ethers'
import { afterAll, expect, test } from 'vitest'
import { spawnCommand, startCommand } from '../support/command.ts'
import { rpc } from '../support/rpc.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-config-'))

afterAll(() => rmSync(folder, { recursive: true }))

test("--config-out writes what anvil's says, and the endpoints", async () => {
  const file = join(folder, 'config.json')
  const flags = ['--config-out', file, '-a', '2', '--mnemonic-seed-unsafe', '1']
  await using command = await startCommand([...flags, '--timestamp', '1800000000'])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    available_accounts: [
      '0x95132632579b073d12a6673e18ab05777a6b86f8',
      '0x1d5d7e139a994cee7f360be398ef032fe5d74fce',
    ],
    private_keys: [
      '0x2300b80db97008804dc601f4b2ac9ed24311f79ccb506d0907ee6839314a78d4',
      '0xd38119177fba840e438bae4ee1701d47565531ca295854cd88c009c756500a6a',
    ],
    wallet: {
      derivation_path: "m/44'/60'/0'/0/",
      mnemonic: 'gesture car maximum regret pudding merry fatal electric sea grab crack social',
    },
    base_fee: '1000000000',
    gas_price: '1875000000',
    gas_limit: '30000000',
    genesis_timestamp: '1800000000',
    chain_id: 31337,
    endpoints: {
      http: command.url,
      ws: `ws://127.0.0.1:${command.port}`,
      public: `${command.url}/public`,
      dedicated: `${command.url}/dedicated`,
    },
  })
})

test('a file that cannot be written is reported in one line', async () => {
  await using command = spawnCommand(['--port', '0', '--config-out', join(folder, 'no', 'c.json')])
  const { code, stderr } = await command.ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/^preconf: cannot write .*c\.json: ENOENT.*\n$/)
})

test('--mnemonic-random draws words, and the accounts are theirs', async () => {
  const file = join(folder, 'random.json')
  const path = "m/44'/60'/3'/0"
  const flags = ['--mnemonic-random', '15', '--derivation-path', path, '--config-out', file]
  await using command = await startCommand(flags)
  const { wallet, available_accounts } = JSON.parse(readFileSync(file, 'utf8'))
  expect(wallet.mnemonic.split(' ')).toHaveLength(15)
  expect(command.stdout).toContain(`Mnemonic    ${wallet.mnemonic}\n`)
  expect(command.stdout).toContain(`Derivation  ${path}/index\n`)
  const { address } = HDNodeWallet.fromMnemonic(
    Mnemonic.fromPhrase(wallet.mnemonic),
    `${wallet.derivation_path}1`,
  )
  expect(available_accounts[1]).toBe(address.toLowerCase())
})

test('--fund-accounts gives ether to addresses, and signs for keys', async () => {
  const address = `0x${'ab'.repeat(20)}`
  const key = `0x${'11'.repeat(32)}`
  const signer = '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a'
  const flags = ['--fund-accounts', `${address}:2.5`, `${key},1000000000000000000`, '-a', '1']
  await using command = await startCommand([...flags, '--mining', 'auto'])
  expect(await rpc(command.url, 'eth_getBalance', [address, 'latest'])).toBe('0x22b1c8c1227a0000')
  expect(await rpc(command.url, 'eth_accounts')).toEqual([
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    signer,
  ])
  await rpc(command.url, 'eth_sendTransaction', [{ from: signer, to: address, value: '0x1' }])
  expect(await rpc(command.url, 'eth_getBalance', [address, 'latest'])).toBe('0x22b1c8c1227a0001')
})

test('--auto-impersonate sends for everybody', async () => {
  const from = `0x${'ab'.repeat(20)}`
  const flags = ['--auto-impersonate', '--fund-accounts', from, '--mining', 'auto']
  await using command = await startCommand(flags)
  await rpc(command.url, 'eth_sendTransaction', [{ from, to: from }])
  expect(await rpc(command.url, 'eth_getTransactionCount', [from, 'latest'])).toBe('0x1')
})

test("--deterministic has Ganache's accounts", async () => {
  await using command = await startCommand(['-d'])
  expect(command.stdout).toContain('(0) 0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1\n')
})

test("--account-keys writes what Ganache's --wallet.accountKeysPath does", async () => {
  const file = join(folder, 'keys.json')
  const flags = ['--compat', 'ganache', '-d', '-a', '1', '--wallet.accountKeysPath', file]
  await using _ = await startCommand(flags)
  const address = '0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1'
  const key = '0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d'
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    addresses: { [address]: address },
    private_keys: { [address]: key },
  })
})
