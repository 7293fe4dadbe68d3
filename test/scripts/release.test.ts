import { describe, expect, test } from 'vitest'
import { releasedChangelog } from '../../scripts/release/changelog.ts'
import { nextVersion, withVersion } from '../../scripts/release/version.ts'

describe('the next version', () => {
  test.each([
    ['patch', '0.1.3'],
    ['minor', '0.2.0'],
    ['major', '1.0.0'],
    ['0.1.10', '0.1.10'],
    ['0.2.0', '0.2.0'],
  ])('after 0.1.2 by %s is %s', (wanted, version) => {
    expect(nextVersion('0.1.2', wanted)).toBe(version)
  })

  test.each(['0.1.2', '0.1.1', '0.0.9'])('is not %s, which is not higher', (wanted) => {
    expect(() => nextVersion('0.1.2', wanted)).toThrow(`${wanted} is not higher than 0.1.2`)
  })

  test.each(['next', '1.2', 'v1.2.3', '01.2.3', ''])('is not "%s", which is none', (wanted) => {
    expect(() => nextVersion('0.1.2', wanted)).toThrow('is no version')
  })

  test('stands in package.json and twice in the lock file', () => {
    const lock = { name: 'preconf', version: '0.1.0', packages: { '': { version: '0.1.0' } } }
    expect(JSON.parse(withVersion(JSON.stringify(lock), '0.2.0'))).toEqual({
      name: 'preconf',
      version: '0.2.0',
      packages: { '': { version: '0.2.0' } },
    })
    expect(withVersion('{"version":"0.1.0"}', '0.2.0')).toBe('{\n  "version": "0.2.0"\n}\n')
  })
})

describe('the changelog', () => {
  const changelog = '# Changes\n\nWords.\n\n## Unreleased\n\n- New.\n\n## 0.1.0\n\n- Old.\n'

  test('has what was unreleased under the version, and room for what comes', () => {
    expect(releasedChangelog(changelog, '0.2.0', '2026-11-22')).toBe(
      '# Changes\n\nWords.\n\n## Unreleased\n\n## 0.2.0 - 2026-11-22\n\n- New.\n\n## 0.1.0\n\n- Old.\n',
    )
  })

  test('may have nothing released before', () => {
    expect(releasedChangelog('# Changes\n\n## Unreleased\n\n- New.\n', '0.1.0', '2026-11-22')).toBe(
      '# Changes\n\n## Unreleased\n\n## 0.1.0 - 2026-11-22\n\n- New.\n',
    )
  })

  test.each([
    ['# Changes\n', '0.2.0', 'has no section "## Unreleased"'],
    ['## Unreleased\n\n## 0.1.0\n\n- Old.\n', '0.2.0', 'names no change'],
    [changelog, '0.1.0', 'has a section for 0.1.0 already'],
  ])('of which nothing can be released is refused', (text, version, problem) => {
    expect(() => releasedChangelog(text, version, '2026-11-22')).toThrow(problem)
  })
})
