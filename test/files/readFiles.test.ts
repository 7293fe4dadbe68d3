import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { InvalidChainFile, InvalidGenesis, UnreadableFile } from '../../src/files/fileErrors.ts'
import {
  bytesSource,
  type FileSource,
  objectSource,
  pathSource,
} from '../../src/files/fileSource.ts'
import { readBlocks, readGenesis } from '../../src/files/heldFile.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const genesis = { config: { chainId: 9 }, gasLimit: '0x1000000', difficulty: '0x1', alloc: {} }

function file(name: string, content: string | Uint8Array): Promise<FileSource> {
  const path = join(folder, name)
  writeFileSync(path, content)
  return pathSource(path)
}

test('a genesis is an object, a text or a file, compressed too', async () => {
  const text = Buffer.from(` ${JSON.stringify(genesis)}`)
  const read = await readGenesis(objectSource(genesis, 'genesis'))
  expect(read.rules.chainId).toBe(9)
  expect(await readGenesis(bytesSource(text))).toEqual(read)
  expect(await readGenesis(await file('genesis.json', text))).toEqual(read)
  expect(await readGenesis(await file('genesis.json.gz', gzipSync(text)))).toEqual(read)
})

test('blocks are bytes or a file, compressed too', async () => {
  const bytes = Uint8Array.of(0xc1, 5, 0xc0)
  const sources = [
    bytesSource(bytes),
    await file('chain.rlp', bytes),
    await file('chain.rlp.gz', gzipSync(bytes)),
    await file('chain.hex', '0xc105c0'),
  ]
  for (const source of sources) {
    const blocks = await readBlocks(source)
    expect(blocks.map(({ offset, bytes: block }) => [offset, [...block]])).toEqual([
      [0, [0xc1, 5]],
      [2, [0xc0]],
    ])
  }
})

test('errors name the file', async () => {
  const nowhere = await pathSource(join(folder, 'nowhere.json'))
  await expect(readGenesis(nowhere)).rejects.toThrow(UnreadableFile)
  await expect(readGenesis(nowhere)).rejects.toThrow(`cannot read ${nowhere.name}: ENOENT`)
  const wrong = await file('wrong.json', '{"config":{}}')
  await expect(readGenesis(wrong)).rejects.toThrow(InvalidGenesis)
  await expect(readGenesis(wrong)).rejects.toThrow(`${wrong.name}: gasLimit is missing`)
  const foreign = await file('foreign.rlp', 'hello')
  await expect(readBlocks(foreign)).rejects.toThrow(InvalidChainFile)
  await expect(readBlocks(foreign)).rejects.toThrow(
    `${foreign.name} is not a chain file: byte 0x68`,
  )
})
