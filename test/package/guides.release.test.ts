import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Guide, readGuide } from '../docs/support/guide.ts';
import { COMPILER, typeErrors } from './support/compiler.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A project of somebody else with the built package in its node_modules. */
let project: string;

const guideOf = (name: string) => readGuide(new URL(`../../docs/integrate/${name}.md`, import.meta.url));

/** Writes the programs of a guide into the project. Returns their names. */
function programsOf({ files }: Guide): readonly string[] {
  for (const { name, text } of files) writeFileSync(join(project, name), text);
  return files.map(({ name }) => name);
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'diptych-project-'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  const packaged = join(project, 'node_modules/diptych');
  mkdirSync(packaged, { recursive: true });
  cpSync(join(root, 'package.json'), join(packaged, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(packaged, 'node_modules'));
  symlinkSync(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'));
  const to = join(packaged, 'dist');
  const declarations = ['-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', to];
  execFileSync(process.execPath, [COMPILER, ...declarations], { cwd: root });
  const { bundle } = await import(new URL('../../scripts/bundle.js', import.meta.url).href);
  await bundle(to);
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('The guides of the libraries, in a project of their reader', () => {
  it('the programs have correct types with the declarations of the package', () => {
    const programs = ['conventions', 'formats', 'wallet-library'].map(guideOf).flatMap(programsOf);
    expect(programs.length).toBeGreaterThan(3);
    expect(typeErrors(project, programs)).toBe('');
  });

  it('a program with a wrong type is found', () => {
    writeFileSync(join(project, 'wrong.ts'), "import { decode } from 'diptych/formats'; decode('text');\n");
    expect(typeErrors(project, ['wrong.ts'])).toContain('TS2345');
  });

  it.each(['conventions', 'formats'])('the programs of %s run with the built package', (name) => {
    for (const program of programsOf(guideOf(name))) {
      expect(execFileSync(process.execPath, [program], { cwd: project, encoding: 'utf8' })).not.toBe('');
    }
  });
});
