import '../styles/choice-box.css';
import { useEffect, useRef, useState } from 'react';
import { hasWords } from '../../../src/conventions/has-words.ts';
import { type Choice, ChoiceBox } from '../kit/choice-box.tsx';
import { Modal } from '../kit/modal.tsx';
import { useMessages } from '../messages/index.ts';
import type { PaletteSource } from './palette-sources.ts';
import { useKnownShortcuts } from './shortcuts.tsx';

/** Milliseconds after the last key before sources are asked. */
const PAUSE = 200;

interface PaletteProps {
  /** The pages, and what a person can do anywhere. */
  readonly choices: readonly Choice[];
  /** What a person can do on some page; offered when something is typed. */
  readonly actions: readonly Choice[];
  /** A text from the address, which any website may have made: nothing is asked for it until the person does something. */
  readonly first: string;
  readonly sources: readonly PaletteSource[];
  readonly onClose: () => void;
}

interface Results {
  readonly first: readonly Choice[];
  readonly last: readonly Choice[];
}

const NO_RESULTS: Results = { first: [], last: [] };

/** What the sources find for a text. */
function useResults(sources: readonly PaletteSource[], text: string): Results {
  const [results, setResults] = useState(NO_RESULTS);
  const newest = useRef(sources);
  newest.current = sources;
  useEffect(() => {
    if (text === '') return setResults(NO_RESULTS);
    let isOver = false;
    const ask = async () => {
      const asked = newest.current.map(async (source) => ({ ...source, choices: await source.find(text) }));
      const answers = await Promise.allSettled(asked);
      const all = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const part = (isLast: boolean) =>
        all.filter((one) => (one.isLast ?? false) === isLast).flatMap(({ choices }) => choices);
      if (!isOver) setResults({ first: part(false), last: part(true) });
    };
    const timer = setTimeout(() => void ask(), PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  return text === '' ? NO_RESULTS : results;
}

/** The actions of the page, by their shortcuts. Those with two keys open pages, which have a group of their own. */
function usePageActions(): readonly Choice[] {
  const { common } = useMessages();
  const lists = useKnownShortcuts();
  return lists
    .flat()
    .filter(({ keys, disabled }) => !disabled && !keys.includes(' ') && keys !== 'Ctrl+k')
    .map(({ keys, text, run }) => ({
      key: `action ${keys} ${text}`,
      group: common.paletteActions,
      text,
      more: keys,
      run,
    }));
}

/** A search over everything, from everywhere (Ctrl K). */
export function Palette({ choices, actions, first, sources, onClose }: PaletteProps) {
  const { common } = useMessages();
  const [typed, setTyped] = useState(first);
  const [isAsked, setAsked] = useState(first === '');
  const text = typed.trim();
  const ofPage = usePageActions();
  const results = useResults(sources, isAsked ? text : '');
  const own = [...choices, ...ofPage, ...(text === '' ? [] : actions)].filter((choice) =>
    hasWords(`${choice.text} ${choice.terms ?? ''}`, text),
  );
  const all = [...results.first, ...own, ...results.last].map((choice) => ({
    ...choice,
    run() {
      onClose();
      choice.run();
    },
  }));
  const ask = {
    key: 'ask',
    group: common.palette,
    text: common.paletteAsk(text),
    run: () => setAsked(true),
  };
  const shown = isAsked ? all : [ask, ...all];
  return (
    <Modal title={common.palette} onClose={onClose}>
      <ChoiceBox
        isInline
        label={common.palette}
        placeholder={common.paletteHint}
        value={typed}
        onChange={(next) => {
          setTyped(next);
          setAsked(true);
        }}
        choices={shown}
      >
        {shown.length === 0 && <p className="choice-group">{common.paletteNothing}</p>}
      </ChoiceBox>
    </Modal>
  );
}
