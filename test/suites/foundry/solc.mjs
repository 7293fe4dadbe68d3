#!/usr/bin/env node
// The compiler that forge runs, where no native one can be had: solc-js speaks the same JSON.
import { readFileSync } from 'node:fs'
import solc from 'solc'

if (process.argv.includes('--version')) {
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}`)
} else {
  console.log(solc.compile(readFileSync(0, 'utf8')))
}
