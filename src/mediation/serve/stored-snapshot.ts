import { newPause, type Pause } from '../../conventions/event-loop-turns.ts';
import { parseSnapshot, type Snapshot, type SnapshotGroup } from '../../resolve/index.ts';

/** Canonical JSON is sorted by name, and `adUnits` comes first. */
const BEGIN = '{"adUnits":{';

/** Bytes that are looked through before others may have a turn. */
const AT_ONCE = 65_536;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = Buffer.from('"\\[]{}');

/** Place after the text that begins at this quote. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) return at + 1;
    if (bytes[at] === BACKSLASH) at += 1;
  }
  return bytes.length;
}

/** JSON of the groups of each ad unit, and what comes after `adUnits`. */
async function partsOf(bytes: Buffer, pause: Pause) {
  const adUnits = new Map<string, Buffer[]>();
  let groups: Buffer[] = [];
  let name = '';
  let begin = 0;
  let pausedAt = 0;
  let depth = 2;
  let at = BEGIN.length;
  while (at < bytes.length && depth > 1) {
    if (at - pausedAt > AT_ONCE) {
      await pause();
      pausedAt = at;
    }
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfText(bytes, at);
      if (depth === 2) name = bytes.toString('utf8', at + 1, end - 1);
      at = end;
      continue;
    }
    if (byte === OPEN || byte === OPEN_LIST) {
      if (depth === 2) {
        groups = [];
        adUnits.set(name, groups);
      } else if (depth === 3) begin = at;
      depth += 1;
    } else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 3) groups.push(bytes.subarray(begin, at + 1));
    }
    at += 1;
  }
  return { adUnits, rest: bytes.toString('utf8', at) };
}

/**
 * The snapshot of bytes that this server made, read group by group so that a large one blocks no other request; undefined if
 * the bytes have another form or schema version.
 */
export async function parseStored(bytes: Buffer, pause: Pause = newPause()): Promise<Snapshot | undefined> {
  if (bytes.toString('latin1', 0, BEGIN.length) !== BEGIN) return undefined;
  const { adUnits, rest } = await partsOf(bytes, pause);
  const read = (json: string) => {
    const parsed = parseSnapshot(`${BEGIN}${json}}${rest}`);
    return parsed.status === 'OK' ? parsed.snapshot : undefined;
  };
  const others = read('');
  if (!others) return undefined;
  const found: Record<string, readonly SnapshotGroup[]> = {};
  for (const [adUnitId, texts] of adUnits) {
    const name = JSON.stringify(adUnitId);
    const groups: SnapshotGroup[] = [];
    for (const text of texts) {
      const part = read(`${name}:[${text}]`);
      if (!part) return undefined;
      groups.push(...(part.adUnits[adUnitId] ?? []));
      await pause();
    }
    found[adUnitId] = groups;
  }
  return { ...others, adUnits: found };
}
