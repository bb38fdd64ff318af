import {
  type OpenDays,
  type ParquetDays,
  ParquetUnreadable,
  type SumsQuery,
} from '../../../mediation/ports/parquet.ts';
import type { Database } from '../../database.ts';
import type { Duck, Session } from './duckdb.ts';
import { pathOf } from './files.ts';
import { listedFiles } from './listed-days.ts';
import { fileMaker } from './make-files.ts';
import { fillKeys, readSums } from './read-sums.ts';

interface Parts {
  readonly database: Database;
  readonly duck: Duck;
  readonly folder: string;
  /** Told that files of a publisher could not be read. */
  readonly observe: (publisherId: string, error: unknown) => void;
}

interface Opened {
  readonly session: Session;
  readonly paths: ReadonlyMap<number, string>;
  /** The files that are listed now. */
  readonly current: () => Promise<ReadonlyMap<number, string>>;
  readonly signal: AbortSignal | undefined;
  readonly observe: (error: unknown) => void;
}

class Days implements OpenDays {
  readonly days: ReadonlySet<number>;
  readonly #opened: Opened;
  readonly #interrupt: () => void;

  constructor(opened: Opened) {
    const { paths, session, signal } = opened;
    this.#opened = opened;
    this.days = new Set(paths.keys());
    this.#interrupt = () => session.connection.interrupt();
    signal?.addEventListener('abort', this.#interrupt);
  }

  /** What the signal did not cause is a fault of the files, of DuckDB or of its memory. */
  #fault(cause: unknown): ParquetUnreadable {
    const { signal, observe } = this.#opened;
    signal?.throwIfAborted();
    observe(cause);
    return new ParquetUnreadable('statistics in Parquet files cannot be read', { cause });
  }

  async setKeys(pages: Parameters<OpenDays['setKeys']>[0]): Promise<void> {
    try {
      await fillKeys(this.#opened.session, pages);
    } catch (error) {
      throw this.#fault(error);
    }
  }

  async *sums(query: SumsQuery): ReturnType<OpenDays['sums']> {
    const { session, paths } = this.#opened;
    const sought = query.days.map((day) => paths.get(day)!);
    try {
      yield* readSums(session, query, sought);
    } catch (error) {
      throw this.#fault(error);
    }
  }

  async requireUnchanged(): Promise<void> {
    const { paths, current } = this.#opened;
    const now = await current();
    if ([...paths].some(([day, path]) => now.get(day) !== path))
      throw new ParquetUnreadable('statistics changed while a report was made of them');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { session, signal } = this.#opened;
    signal?.removeEventListener('abort', this.#interrupt);
    session.connection.closeSync();
  }
}

/** Statistics of whole days in files that DuckDB makes and reads. */
export function parquetDays({ database, duck, folder, observe }: Parts) {
  /** Publishers whose files could not be read. Their reports read the database until the files were checked. */
  const suspects = new Set<string>();
  const days: ParquetDays = {
    async open(publisherId, range, signal) {
      if (suspects.has(publisherId)) return undefined;
      const current = async () => {
        const listed = await listedFiles(database.reader, publisherId, range);
        return new Map(listed.map((file) => [file.day, pathOf(folder, publisherId, file)]));
      };
      const paths = await current();
      if (paths.size === 0) return undefined;
      return new Days({
        session: await duck.session(),
        paths,
        current,
        signal,
        observe(error) {
          suspects.add(publisherId);
          observe(publisherId, error);
        },
      });
    },
  };
  return { ...days, makeFiles: fileMaker({ database, duck, folder, suspects }), close: duck.close };
}

export type MadeDays = ReturnType<typeof parquetDays>;
