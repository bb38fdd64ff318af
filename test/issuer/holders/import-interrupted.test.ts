import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestOptions } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { mdl } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';
import { lines, useImports } from './support/importing.ts';

const { file, importing, idsLike } = useImports(useWorld());

describe('An import that was interrupted', () => {
  const COUNT = 250;
  const records = Array.from({ length: COUNT }, (_, n) => ({ id: `resume-${n}`, elements: mdl() }));

  /** Nothing listens on the port. */
  const NOBODY = new URL('http://127.0.0.1:9');

  /** Runs the work while the second import request fails, as if the server had stopped. */
  async function withoutSecondImport<T>(work: () => Promise<T>): Promise<T> {
    const http = process.getBuiltinModule('node:http');
    const { request } = http;
    let imports = 0;
    const spy = vi.spyOn(http, 'request').mockImplementation(((target: URL, options: RequestOptions) => {
      if (target.pathname.endsWith('holders:import')) imports += 1;
      return request(imports === 2 ? NOBODY : target, options);
    }) as typeof request);
    try {
      return await work();
    } finally {
      spy.mockRestore();
    }
  }

  it('the import continues after the part that was stored, only if the file is unchanged', async () => {
    const path = file('resume.jsonl', lines(records));
    const bookmark = `${path}.import-progress`;
    expect(await withoutSecondImport(() => importing(path))).toMatchObject({ exit: 3 });
    expect(idsLike('resume-')).toHaveLength(100);
    const { exit, err, out } = await importing(path);
    expect({ exit, err }).toMatchObject({
      exit: 0,
      err: expect.stringContaining('100 records were imported before'),
    });
    expect(out).toContain('150 records: 150 new');
    expect(idsLike('resume-')).toHaveLength(COUNT);
    expect(existsSync(bookmark)).toBe(false);
    writeFileSync(bookmark, JSON.stringify({ sha256: 'of another content', done: 100 }));
    expect((await importing(path)).out).toContain(`${COUNT} records: 0 new, 0 changed, ${COUNT} the same`);
  });

  it('the import also works if the progress cannot be kept, as on a read-only disk', async () => {
    // The name of the draft of the progress is too long for a file.
    const path = file(`${'unkept'.repeat(35)}.jsonl`, lines([{ id: 'unkept-1', elements: mdl() }]));
    const { exit, err } = await importing(path);
    expect({ exit, err }).toEqual({
      exit: 0,
      err: expect.stringContaining('the progress cannot be kept (ENAMETOOLONG)'),
    });
    expect(idsLike('unkept-')).toHaveLength(1);
  });

  it.each([
    ['of another server, or from before a restore', 2],
    ['beyond the end of the file', 99],
  ])('the import ignores a progress file that is %s', async (_, done) => {
    const few = Array.from({ length: 3 }, (_, n) => ({ id: `elsewhere-${done}-${n}`, elements: mdl() }));
    const path = file(`elsewhere-${done}.jsonl`, lines(few));
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    writeFileSync(`${path}.import-progress`, JSON.stringify({ sha256, done }));
    const { err } = await importing(path);
    expect(err).not.toContain('imported before');
    expect(idsLike(`elsewhere-${done}-`)).toHaveLength(3);
  });
});
