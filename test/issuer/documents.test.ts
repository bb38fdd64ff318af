import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DocumentType } from '../../src/issuer/document-types/index.ts';
import type { DatabaseReader } from '../../src/issuer/ports/database.ts';
import { documentOf } from '../../src/issuer/record/document.ts';
import { changeHolder, MDL, mdl, newHolder } from '../support/records.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

const TYPES: ReadonlyMap<string, DocumentType> = new Map([[MDL, { docType: MDL } as DocumentType]]);

/** The document of a holder, and how often the record was read for it. */
async function made(id: string, store = world().server.context.store) {
  let reads = 0;
  const document = await store.snapshot(async (reader) => {
    const counting: Pick<DatabaseReader, 'holder'> = {
      holder: (holderId) => {
        reads += 1;
        return reader.holder(holderId);
      },
    };
    const summary = await reader.holderSummary(id);
    return documentOf(counting, summary!, TYPES);
  });
  return { document, reads };
}

const nameIn = ({ namespaces }: Awaited<ReturnType<typeof made>>['document']) => {
  const [{ elements }] = namespaces as [(typeof namespaces)[number]];
  const { value } = elements.find(({ identifier }) => identifier === 'family_name')!;
  return Buffer.from(value).toString('latin1').slice(1);
};

describe('Documents of holders', () => {
  it('a document is made once for a record, which is then not read again', async () => {
    const id = await newHolder(world());
    const first = await made(id);
    expect(first.reads).toBe(1);
    const second = await made(id);
    expect(second.reads).toBe(0);
    expect(second.document).toBe(first.document);
  });

  it('after each change of the record, a new document is made', async () => {
    const id = await newHolder(world());
    for (const name of ['One', 'Two', 'One']) {
      await changeHolder(world(), id, { family_name: name });
      const { document, reads } = await made(id);
      expect([nameIn(document), reads]).toEqual([name, 1]);
    }
  });

  it('a holder who was erased and added again gets the document of the new record', async () => {
    const id = await newHolder(world(), { family_name: 'Before' });
    expect(nameIn((await made(id)).document)).toBe('Before');
    await world().admin('eraseHolder', { id });
    expect(await world().server.context.store.read((reader) => reader.holderSummary(id))).toBeUndefined();
    await world().admin('importHolders', { holders: [{ id, elements: mdl({ family_name: 'After' }) }] });
    expect(nameIn((await made(id)).document)).toBe('After');
  });

  it('a document stays in memory for a minute at most, and so does that of a holder who was erased meanwhile', async () => {
    const { store } = world().server.context;
    const id = await newHolder(world());
    const [holder, summary] = [
      await store.read((reader) => reader.holder(id)),
      await store.read((reader) => reader.holderSummary(id)),
    ];
    const reader = { holder: vi.fn(async () => holder) };
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await documentOf(reader, summary!, TYPES);
    vi.advanceTimersByTime(60_000);
    await documentOf(reader, summary!, TYPES);
    expect(reader.holder).toHaveBeenCalledTimes(2);
  });
});
