import '../../../styles/matrix.css';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { AdUnit } from '../../../../../src/mediation/contract/index.ts';
import { useMessages } from '../../../messages/index.ts';
import type { MappingsByUnit } from '../../data.ts';
import type { IsUsed } from '../../model/mapping-rows.ts';
import { type Cell, type CellState, cellOf, moved, type SourceAdapter } from '../../model/matrix.ts';
import { useLabels } from '../../parts/labels.ts';
import { named } from '../../parts/named.ts';
import { CellDialog } from './cell-dialog.tsx';

interface MatrixProps {
  readonly units: readonly AdUnit[];
  readonly adapters: readonly SourceAdapter[];
  readonly mappings: MappingsByUnit;
  readonly isUsed: IsUsed;
}

const STATES: readonly CellState[] = ['mapped', 'several', 'missing', 'unused', 'unneeded', 'unfit'];

/** A grid of ad units and adapters. Tab reaches one cell, arrow keys move between cells. */
export function Matrix({ units, adapters, mappings, isUsed }: MatrixProps) {
  const { mediation } = useMessages();
  const { mappings: words, words: shared } = mediation;
  const labels = useLabels();
  const [at, setAt] = useState<readonly [number, number]>([0, 0]);
  const [opened, setOpened] = useState<readonly [number, number]>();
  const body = useRef<HTMLTableSectionElement>(null);
  const current = [Math.min(at[0], units.length - 1), Math.min(at[1], adapters.length - 1)] as const;
  const onKey = (event: KeyboardEvent) => {
    const next = moved(current, event.key, [units.length, adapters.length]);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    body.current?.querySelector<HTMLElement>(`[data-cell="${next.join()}"]`)?.focus();
  };
  const cell = (unit: AdUnit, adapter: SourceAdapter): Cell | undefined => {
    const own = mappings.get(unit.adUnitId ?? '');
    return own && cellOf(adapter, unit, labels.platformOf(unit.appId), own, isUsed(unit, adapter));
  };
  const word = ({ state, mappings: all }: Cell) =>
    state === 'several' ? words.several(all.length) : words.states[state];
  /** What a press opens, where it is not the form for what nothing needs. */
  const opens = (found: Cell) => {
    if (found.state === 'missing') return words.add;
    if (found.state === 'several') return word(found);
    return found.mappings.map(({ displayName }) => displayName || words.unnamed).join();
  };
  const adapterName = ({ sourceTitle, platform }: SourceAdapter) =>
    `${sourceTitle}, ${named(shared.platforms, platform)}`;
  const [openUnit, openAdapter] = opened ? [units[opened[0]], adapters[opened[1]]] : [];
  return (
    <div className="stack tight">
      <ul className="plain legend" aria-label={words.legend}>
        {STATES.map((state) => (
          <li key={state}>
            <span className={`mark ${state}`} aria-hidden="true">
              {words.symbols[state]}
            </span>{' '}
            {words.states[state]}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keys. */}
      <section className="table-frame" aria-label={words.caption} tabIndex={0}>
        <table className="matrix">
          <caption className="hidden-visually">{`${words.caption}. ${words.keys}`}</caption>
          <thead>
            <tr>
              <th scope="col">{words.unit}</th>
              {adapters.map((adapter) => (
                <th scope="col" key={adapter.adapterId}>
                  <span>{adapter.sourceTitle}</span>
                  <span className="soft small">{named(shared.platforms, adapter.platform)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={onKey}>
            {units.map((unit, row) => (
              <tr key={unit.adUnitId}>
                <th scope="row">
                  <span>{labels.unit(unit.adUnitId ?? '')}</span>
                  <span className="soft small">{named(shared.formats, unit.adFormat)}</span>
                </th>
                {adapters.map((adapter, column) => {
                  const found = cell(unit, adapter);
                  const label = adapterName(adapter);
                  if (!found)
                    return (
                      <td key={adapter.adapterId} data-label={label}>
                        …
                      </td>
                    );
                  const { state } = found;
                  const text = opens(found);
                  const says = [...new Set([word(found), text])].filter(Boolean).join(', ');
                  return (
                    <td key={adapter.adapterId} data-label={label}>
                      <button
                        type="button"
                        className={`cell ${state}`}
                        data-cell={`${row},${column}`}
                        tabIndex={row === current[0] && column === current[1] ? 0 : -1}
                        aria-label={words.cell(labels.unit(unit.adUnitId ?? ''), label, says)}
                        title={says}
                        onFocus={() => setAt([row, column])}
                        onClick={() => setOpened([row, column])}
                      >
                        <span aria-hidden="true">
                          {words.symbols[state]} <span className="small">{text}</span>
                        </span>
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {openUnit && openAdapter && (
        <CellDialog
          unit={openUnit}
          adapter={openAdapter}
          cell={cell(openUnit, openAdapter)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}
