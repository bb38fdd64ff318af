import { changeSummary } from '../../../../src/client/change-summary.ts';
import { methodWord } from '../../../../src/client/group-text.ts';
import { useMessages } from '../../messages/index.ts';
import type { Change } from '../api.ts';
import { useShown } from './field-words.ts';

const MAPPING = /^accounts\/([^/]+)\/adUnits\/([^/]+)\/adUnitMappings\//;

/** What a change did, in one line, and of a mapping its ad unit; empty if the sentence says all. */
export function useSummary(change: Change): string {
  const { changeWords, mediation } = useMessages();
  const { before = {}, after = {}, resource } = change;
  const shown = useShown(after, before);
  const [, publisher, unit] = MAPPING.exec(resource) ?? [];
  if (unit !== undefined) return mediation.changes.ofUnit(shown.unit(`ca-app-${publisher}/${unit}`));
  return changeSummary(change, changeWords, shown);
}

/** What a person did, and what that changed. */
export function WhatChanged({ change }: { readonly change: Change }) {
  const { changeWords } = useMessages();
  const summary = useSummary(change);
  return (
    <span className="line-name">
      <span>{methodWord(changeWords.methods, change.method)}</span>
      {summary !== '' && <span className="soft small">{summary}</span>}
    </span>
  );
}
