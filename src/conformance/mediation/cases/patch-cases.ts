import type { Case } from '../../case.ts';
import { holds } from '../../deviation.ts';
import { LINE, lineOf, type MediationBench } from '../bench.ts';
import { ofLine, patch, refused, row, sameAdUnits } from './writing.ts';

type Row = Case<MediationBench>;

/** How a patch is sent and answered. */
export const PATCH_CASES: readonly Row[] = [
  row('patch.stored', 'patch.stored', 'The list has the group as it was patched', async (bench) => {
    const group = await bench.newGroup();
    const { lineId } = group;
    const mask = `mediationGroupLines["${lineId}"].state`;
    await patch(bench, group, mask, ofLine(lineId, { id: lineId, state: 'DISABLED' }));
    holds(lineOf(await bench.listed(group), lineId).state === 'DISABLED', 'the list has the group as before');
  }),
  row(
    'patch.full-resource',
    'patch.response',
    'The answer to a patch is the full resource',
    async (bench) => {
      const { path, group, lineId } = await bench.newGroup();
      const after = await bench.done('PATCH', path, sameAdUnits(bench));
      holds(after.displayName === group.displayName, 'displayName is missing');
      holds(lineOf(after, lineId).displayName === LINE, 'the line differs');
    },
  ),
  row('patch.fields', 'patch.response', 'fields reduces the answer to a patch', async (bench) => {
    const { path } = await bench.newGroup();
    const { query, body } = sameAdUnits(bench);
    const after = await bench.done('PATCH', path, { query: { ...query, fields: 'mediationGroupId' }, body });
    holds(Object.keys(after).join() === 'mediationGroupId', 'the answer has other fields');
  }),
  row(
    'patch.override',
    'patch.override',
    'POST with X-HTTP-Method-Override: PATCH is a patch',
    async (bench) => {
      const { path } = await bench.newGroup();
      const headers = { 'x-http-method-override': 'PATCH' };
      await bench.done('POST', path, { ...sameAdUnits(bench), headers });
    },
  ),
  row(
    'patch.etag',
    'patch.etag',
    'A patch with another ETag than the current one is refused with 412',
    async (bench) => {
      const { path } = await bench.newGroup();
      const send = (etag: string) =>
        bench.call('PATCH', path, { ...sameAdUnits(bench), headers: { 'if-match': etag } });
      const { status } = await send('"another"');
      holds(status === 412, `it was answered with HTTP ${status}`);
      const forced = await send('*');
      holds(forced.status === 200, `If-Match: * was answered with HTTP ${forced.status}`);
    },
  ),
  row(
    'patch.etag-changes',
    'patch.etag',
    'A patch changes the ETag: the new one is accepted, the one before is refused',
    async (bench) => {
      const { path, lineId } = await bench.newGroup();
      const send = (state: string, etag: string) =>
        bench.call('PATCH', path, {
          query: { updateMask: `mediationGroupLines["${lineId}"].state` },
          body: ofLine(lineId, { id: lineId, state }),
          headers: { 'if-match': etag },
        });
      const before = (await send('DISABLED', '*')).headers.get('etag') ?? '';
      holds(before !== '', 'the answer to a patch has no ETag');
      const current = await send('ENABLED', before);
      holds(current.status === 200, `the current ETag was answered with HTTP ${current.status}`);
      const late = await send('DISABLED', before);
      holds(late.status === 412, `the ETag before was answered with HTTP ${late.status}`);
    },
  ),
  row(
    'patch.invalid',
    'patch.invalid',
    'A patch to an invalid line is refused, and the line stays as it is',
    async (bench) => {
      const group = await bench.newGroup();
      const { path, lineId } = group;
      const body = ofLine(lineId, { id: lineId, displayName: 'Not this', cpmMode: 'NO_SUCH_MODE' });
      const query = { updateMask: `mediationGroupLines["${lineId}"]` };
      refused(await bench.call('PATCH', path, { query, body }));
      holds(lineOf(await bench.listed(group), lineId).displayName === LINE, 'the line has changed');
    },
  ),
];
