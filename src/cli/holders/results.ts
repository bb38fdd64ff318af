import type { AdminResponse } from '../../admin/contract/index.ts';
import { table } from '../table/table.ts';
import { countedRecords, grouped, type ImportSpeed } from './import-speed.ts';

type Imported = AdminResponse<'importHolders'>['holders'][number];

/** Up to this number of records, the result of each one is printed. */
const SHOWN = 20;

/** The results of an import. Only those that are printed one by one are kept, so a large import takes no more memory. */
export class Results {
  readonly #most: number;
  readonly #counts = { created: 0, updated: 0, unchanged: 0 };
  #superseded = 0;
  readonly #kept: Imported[] = [];

  constructor({ all }: { readonly all: boolean }) {
    this.#most = all ? Infinity : SHOWN;
  }

  get count(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
  }

  get all(): readonly Imported[] {
    return this.#kept;
  }

  add(results: readonly Imported[]): void {
    for (const one of results) {
      this.#counts[one.result] += 1;
      this.#superseded += one.supersededCredentials;
      if (this.#kept.length < this.#most) this.#kept.push(one);
    }
  }

  text(pace: ImportSpeed): string {
    if (this.count <= SHOWN) return this.#table();
    const { created, updated, unchanged } = this.#counts;
    const counts = `${grouped(created)} new, ${grouped(updated)} changed, ${grouped(unchanged)} the same`;
    const superseded = `${grouped(this.#superseded)} credentials get a new version`;
    return `${countedRecords(this.count)}: ${counts}; ${superseded}\n${pace.total(this.count)}`;
  }

  #table(): string {
    const row = (one: Imported) => [
      one.id,
      one.result,
      String(one.supersededCredentials),
      one.changedElements.join(' ') || '-',
    ];
    const headings = ['holder', 'result', 'superseded credentials', 'changed elements'];
    return table(headings, this.#kept.map(row), { cut: ['changed elements'], wrap: true });
  }
}
