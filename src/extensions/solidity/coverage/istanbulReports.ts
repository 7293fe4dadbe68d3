import coverageLibrary from 'istanbul-lib-coverage'
import reportLibrary from 'istanbul-lib-report'
import CoberturaReport from 'istanbul-reports/lib/cobertura/index.js'
import HtmlReport from 'istanbul-reports/lib/html/index.js'
import JsonSummaryReport from 'istanbul-reports/lib/json-summary/index.js'
import { printable } from '../../../lib/text.ts'
import type { FileCoverage } from './coverFiles.ts'
import type { Range } from './parts.ts'
import { coveredLines } from './reports.ts'

const reports = {
  html: HtmlReport,
  'json-summary': JsonSummaryReport,
  cobertura: CoberturaReport,
}

export type IstanbulReport = keyof typeof reports

/** Writes a report of Istanbul into a folder: `index.html`, `coverage-summary.json`, `cobertura-coverage.xml`. */
export function writeIstanbulReport(
  name: IstanbulReport,
  files: readonly FileCoverage[],
  dir: string,
): void {
  const paths = new Map(files.map((covered) => [pathOf(covered), covered]))
  const coverageMap = coverageLibrary.createCoverageMap(
    Object.fromEntries([...paths].map(([path, covered]) => [path, coverageOf(path, covered)])),
  )
  const sourceFinder = (path: string): string => paths.get(path)?.file.text ?? ''
  const context = reportLibrary.createContext({
    dir,
    coverageMap,
    sourceFinder,
    defaultSummarizer: 'nested',
  })
  new reports[name]({}).execute(context)
}

/** A file's name, which becomes that of a page: it stays in the folder. */
function pathOf({ file: { name } }: FileCoverage): string {
  const parts = printable(name).split(/[/\\]/)
  return parts
    .filter((part) => part !== '' && part !== '.')
    .map((part) => (part === '..' ? '__' : part))
    .join('/')
}

/** Returns Istanbul's coverage with our lines: Istanbul takes every line in which a statement begins. */
function coverageOf(path: string, covered: FileCoverage) {
  const lines = [...coveredLines(covered)].map(([line, isRun]) => [line, Number(isRun)])
  return Object.assign(coverageLibrary.createFileCoverage(dataOf(path, covered)), {
    getLineCoverage: () => Object.fromEntries(lines),
  })
}

/** What was run counts as run once. */
function dataOf(path: string, { file, functions, statements, branches, ran }: FileCoverage) {
  const place = (offset: number) => ({
    line: file.lineAt(offset),
    column: file.columnAt(offset) - 1,
  })
  const part = ({ start, end }: Range) => ({ start: place(start), end: place(end) })
  const numbered = <Item, Value>(list: readonly Item[], value: (item: Item, at: number) => Value) =>
    Object.fromEntries(list.map((item, at) => [at, value(item, at)]))
  return {
    path,
    statementMap: numbered(statements, part),
    s: numbered(ran.statements, Number),
    fnMap: numbered(functions, ({ name, body, ...whole }) => ({
      name,
      decl: part({ start: whole.start, end: body.start }),
      loc: part(body),
      line: file.lineAt(whole.start),
    })),
    f: numbered(ran.functions, Number),
    branchMap: numbered(branches, (branching) => {
      const loc = part(branching)
      const { whenTrue, whenFalse, kind, start } = branching
      const locations = [whenTrue, whenFalse].map((way) => (way === undefined ? loc : part(way)))
      return { type: kind, loc, locations, line: file.lineAt(start) }
    }),
    b: numbered(ran.branches, (ways) => ways.map(Number)),
  }
}
