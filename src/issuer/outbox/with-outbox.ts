import type { IssuerStore, IssuerWriter } from '../ports/store.ts';
import { isNews } from './news.ts';

/** Every change of a state is recorded in the trail, in its own transaction: there it is noted for the platform too. */
function noting(writer: IssuerWriter): IssuerWriter {
  return {
    ...writer,
    async record(change) {
      await writer.record(change);
      if (isNews(change)) await writer.noteChange(change);
    },
  };
}

/** The store where the wallet platform is told of changes. */
export function withOutbox(store: IssuerStore): IssuerStore {
  return {
    read: (use) => store.read(use),
    write: (use) => store.write((writer) => use(noting(writer))),
    expunge: () => store.expunge(),
  };
}
