import { groupChanges } from '../../../../src/client/group-changes.ts';
import { methodWord } from '../../../../src/client/group-text.ts';
import { useMessages } from '../../messages/index.ts';
import type { Change } from '../api.ts';
import { keptVariant } from '../model/kept-variant.ts';
import { isGroup } from '../model/shown-changes.ts';
import { useFieldWords } from './field-words.ts';
import { shortList } from './named.ts';

/** The first things that a change did to a group, or which variant it kept; empty for another resource. */
export function useSummary(change: Change): string {
  const { before, after, resource } = change;
  const { mediation } = useMessages();
  const text = useFieldWords(after ?? {}, before ?? {});
  if (!before || !after || !isGroup(resource)) return '';
  const kept = keptVariant(change);
  if (kept) return mediation.changes.kept[kept];
  return shortList(groupChanges(before, after).map(text.summary), mediation.words.more, 2);
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
