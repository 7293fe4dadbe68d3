import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rpc } from '../support/rpc.ts'

const root = join(import.meta.dirname, '../..')

test('npm start passes flags on, and what it has started ends with it', async () => {
  const npm = spawn('npm', ['start', '--', '--port', '0', '--chain-id', '7'], { cwd: root })
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    npm.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const address = /^Listening on (.*)$/m.exec(printed)?.[1]
      if (address !== undefined) resolve(`http://${address}`)
    })
    npm.once('exit', () => reject(new Error(printed)))
  })
  expect(await rpc(url, 'eth_chainId')).toBe('0x7')

  npm.kill('SIGTERM')
  // Standard output is open as long as anything that was started lives.
  await once(npm, 'close')
  await expect(rpc(url, 'eth_chainId')).rejects.toThrow('fetch failed')
})
