// Imported by a command whose memory is measured, with `--expose-gc`: at each SIGUSR2 it collects garbage and
// writes what is in use then to a file that is named after the process, which bytesInUse of stalledClients.ts reads.
import { renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const file = join(tmpdir(), `preconf-memory-${process.pid}.json`)

process.on('SIGUSR2', () => {
  globalThis.gc()
  globalThis.gc()
  writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()))
  renameSync(`${file}.new`, file)
})
