import { parseSnapshot } from 'diptych/resolve';

const KEY = 'diptych.snapshot';

/** The last good snapshot of an address: its text, and the ETag to ask with. */
function stored(storage, address) {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null');
    return kept?.address === address ? kept : undefined;
  } catch {
    return undefined;
  }
}

async function request(address, etag) {
  const headers = etag ? { 'If-None-Match': etag } : {};
  const answer = await fetch(address, { headers, cache: 'no-store' });
  if (answer.status === 304) return { unchanged: true };
  if (!answer.ok) return { problem: `the server answers with status ${answer.status}` };
  return { text: await answer.text(), etag: answer.headers.get('etag') };
}

const PROBLEMS = {
  UNKNOWN_SCHEMA_VERSION: ({ schemaVersion }) => `a newer server made it (schema version ${schemaVersion})`,
  MALFORMED: ({ problem }) => problem,
};

/**
 * The current snapshot, or the last good one if the server cannot be reached or its snapshot cannot be used. `note`
 * says which. `snapshot` is absent only if there was never a good one.
 */
export async function currentSnapshot(address, storage = localStorage) {
  const last = stored(storage, address);
  const keep = (problem) =>
    last
      ? { snapshot: parseSnapshot(last.text).snapshot, note: `Last good snapshot: ${problem}.` }
      : { note: `No snapshot: ${problem}.` };
  let answer;
  try {
    answer = await request(address, last?.etag);
  } catch {
    return keep('the server cannot be reached');
  }
  if (answer.problem) return keep(answer.problem);
  if (answer.unchanged) {
    return { snapshot: parseSnapshot(last.text).snapshot, note: 'The server has the same snapshot.' };
  }
  const parsed = parseSnapshot(answer.text);
  if (parsed.status !== 'OK') {
    return keep(`the new one cannot be used, because ${PROBLEMS[parsed.status](parsed)}`);
  }
  storage.setItem(KEY, JSON.stringify({ address, etag: answer.etag, text: answer.text }));
  return { snapshot: parsed.snapshot, note: 'New snapshot of the server.' };
}
