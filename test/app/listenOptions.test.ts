import { expect, test } from 'vitest'
import { resolveListenOptions } from '../../src/app/listenOptions.ts'
import { createDevnet } from '../../src/index.ts'
import type { ListenOptions } from '../../src/types/listening.ts'

test('what is not given has its default', () => {
  const { hosts, ipc, idleMs, workers, ...others } = resolveListenOptions(undefined)
  expect({ hosts, ipc, idleMs, workers }).toEqual({
    hosts: ['127.0.0.1'],
    ipc: false,
    idleMs: 3_600_000,
    workers: 1,
  })
  expect(others).toMatchObject({ port: 8545, profile: 'devnet', maxChains: 1000 })
  expect(resolveListenOptions({ profile: undefined }).profile).toBe('devnet')
})

test('names, origins and workers may be given as flags have them', () => {
  const { hosts, allowOrigin, workers } = resolveListenOptions({
    host: ['localhost', '::1'],
    allowOrigin: 'https://a.example, https://b.example',
    workers: '4' as never,
  })
  expect(hosts).toEqual(['localhost', '::1'])
  expect(allowOrigin).toEqual(['https://a.example', 'https://b.example'])
  expect(workers).toBe(4)
})

test.each<[object, string]>([
  [{ port: '8545' }, "invalid port '8545': give a whole number from 0 to 65535"],
  [{ host: 5 }, 'invalid host 5: give an address or a name'],
  [{ host: '' }, "invalid host '': give an address or a name"],
  [{ host: [] }, 'invalid host : give an address or a name'],
  [{ host: [''] }, 'invalid host : give an address or a name'],
  [{ profile: 'pubic' }, "invalid profile 'pubic': give devnet, public or dedicated"],
  [{ allowOrigin: ['*'] }, 'invalid allowOrigin *: give origins in one string'],
  [{ allowedHosts: 'a.example' }, "invalid allowedHosts 'a.example': give an array of host names"],
  [{ cors: 'no' }, "invalid cors 'no': give true or false"],
  [{ requestSizeLimit: 0 }, 'invalid requestSizeLimit 0: give true or false'],
  [{ inspector: 'off' }, "invalid inspector 'off': give true or false"],
  [{ ipc: 8545 }, 'invalid ipc 8545: give a path, or true'],
  [{ ipc: '' }, "invalid ipc '': give a path, or true"],
  [{ maxChains: 0 }, 'invalid maxChains 0: give a whole number from 1 to 1000000'],
  [{ chainIdleTime: 0 }, 'invalid chainIdleTime 0: give a time with its unit'],
  [{ workers: 0 }, 'invalid workers 0: give a whole number from 1 to 256, or auto'],
])('%o is refused', async (options, message) => {
  await using devnet = await createDevnet()
  await expect(devnet.listen(options as ListenOptions)).rejects.toThrow(message)
})
