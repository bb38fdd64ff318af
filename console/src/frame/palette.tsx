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
  readonly sources: readonly PaletteSource[];
  readonly onClose: () => void;
}

/** What the sources find for a text. */
function useFound(sources: readonly PaletteSource[], text: string): readonly Choice[] {
  const [found, setFound] = useState<readonly Choice[]>([]);
  const newest = useRef(sources);
  newest.current = sources;
  useEffect(() => {
    if (text === '') return setFound([]);
    let isOver = false;
    const ask = async () => {
      const asked = newest.current.map(async (source) => source.find(text));
      const answers = await Promise.allSettled(asked);
      const all = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (!isOver) setFound(all);
    };
    const timer = setTimeout(() => void ask(), PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  return text === '' ? [] : found;
}

/** The actions of the page, by their shortcuts. Those with two keys open pages, which have a group of their own. */
function useActions(): readonly Choice[] {
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
export function Palette({ choices, sources, onClose }: PaletteProps) {
  const { common } = useMessages();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const actions = useActions();
  const found = useFound(sources, text);
  const own = [...choices, ...actions].filter((choice) => hasWords(choice.text, text));
  const shown = [...found, ...own].map((choice) => ({
    ...choice,
    run() {
      onClose();
      choice.run();
    },
  }));
  return (
    <Modal title={common.palette} onClose={onClose}>
      <ChoiceBox
        isInline
        label={common.palette}
        placeholder={common.paletteHint}
        value={typed}
        onChange={setTyped}
        choices={shown}
      >
        {shown.length === 0 && <p className="choice-group">{common.paletteNothing}</p>}
      </ChoiceBox>
    </Modal>
  );
}
