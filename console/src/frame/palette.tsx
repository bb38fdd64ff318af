import '../styles/choice-box.css';
import { useEffect, useRef, useState } from 'react';
import { type Choice, ChoiceBox } from '../kit/choice-box.tsx';
import { Modal } from '../kit/modal.tsx';
import { useMessages } from '../messages/index.ts';
import { ranked } from './by-fit.ts';
import { choicesNamed } from './find-choices.ts';
import { namedActions } from './named-actions.ts';
import { useOtherConsole } from './other-console.ts';
import type { PaletteChoice, PaletteSource, PaletteStep } from './palette-sources.ts';
import { useKnownShortcuts } from './shortcuts.tsx';

/** Milliseconds after the last key before sources are asked. */
const PAUSE = 200;

interface PaletteProps {
  /** The pages, and what a person can do anywhere. */
  readonly choices: readonly Choice[];
  /** What a person can do on some page; offered when something is typed. */
  readonly actions: readonly PaletteChoice[];
  /** A text from the address, which any website may have made: nothing is asked for it until the person does something. */
  readonly first: string;
  /** What the person typed before this was loaded. */
  readonly early: string;
  /** The question to begin with; Escape leads from it to the search. */
  readonly step: PaletteStep | undefined;
  readonly sources: readonly PaletteSource[];
  readonly onClose: () => void;
}

interface Results {
  /** The text that they are for; undefined until something was asked. */
  readonly text?: string;
  readonly first: readonly PaletteChoice[];
  readonly last: readonly PaletteChoice[];
}

const NO_RESULTS: Results = { first: [], last: [] };

/** What the sources find for a text; nothing for undefined. */
function useResults(sources: readonly PaletteSource[], text: string | undefined): Results {
  const [results, setResults] = useState(NO_RESULTS);
  const newest = useRef(sources);
  newest.current = sources;
  useEffect(() => {
    if (text === undefined) return setResults(NO_RESULTS);
    let isOver = false;
    const ask = async () => {
      const asked = newest.current.map(async (source) => ({ ...source, choices: await source.find(text) }));
      const answers = await Promise.allSettled(asked);
      const all = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const part = (isLast: boolean) =>
        all.filter((one) => (one.isLast ?? false) === isLast).flatMap(({ choices }) => choices);
      if (!isOver) setResults({ text, first: part(false), last: part(true) });
    };
    const timer = setTimeout(() => void ask(), text === '' ? 0 : PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  if (text === undefined) return NO_RESULTS;
  if (results.text === text) return results;
  // Enter must not take what was found for another text.
  const still = (choices: readonly PaletteChoice[]) => choicesNamed(choices, text);
  return { ...results, first: still(results.first), last: still(results.last) };
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

interface QuestionProps extends PaletteStep {
  /** In the empty input. */
  readonly placeholder?: string;
  /** Offered beside what the sources find. */
  readonly own?: readonly PaletteChoice[];
  /** The same, when something is typed. */
  readonly onceTyped?: readonly PaletteChoice[];
  readonly first?: string;
  readonly early?: string;
  /** Whether the sources are asked before something is typed. */
  readonly asksAtOnce?: boolean;
  readonly onStep: (step: PaletteStep) => void;
  readonly onClose: () => void;
  /** One question back. */
  readonly onBack: () => void;
}

function Question(props: QuestionProps) {
  const {
    question,
    placeholder,
    hint,
    sources,
    own = [],
    onceTyped = [],
    first = '',
    early = '',
    asksAtOnce = false,
  } = props;
  const { onStep, onClose, onBack } = props;
  const { common } = useMessages();
  const [typed, setTyped] = useState(early || first);
  const [isAsked, setAsked] = useState(early !== '' || first === '');
  const text = typed.trim();
  const asked = isAsked && (asksAtOnce || text !== '') ? text : undefined;
  const results = useResults(sources, asked);
  const all = [
    ...ranked(results.first, [...own, ...(text === '' ? [] : onceTyped)], text, common.synonyms),
    ...results.last,
  ].map(
    (choice): Choice => ({
      ...choice,
      run() {
        if ('asks' in choice) return onStep(choice.asks);
        onClose();
        choice.run();
      },
    }),
  );
  const ask = {
    key: 'ask',
    group: common.palette,
    text: common.paletteAsk(text),
    run: () => setAsked(true),
  };
  const shown = isAsked ? all : [ask, ...all];
  const isToType = text === '' && hint !== undefined;
  // A question also offers its list, which was not found.
  const isNone = asksAtOnce ? !isToType && results.first.length === 0 : shown.length === 0;
  const isOver = asked === undefined || results.text === asked;
  return (
    <Modal title={question} text={hint} onClose={onBack}>
      <ChoiceBox
        isInline
        label={question}
        placeholder={placeholder}
        value={typed}
        onChange={(next) => {
          setTyped(next);
          setAsked(true);
        }}
        choices={shown}
      >
        {isNone && isOver && <p className="choice-group">{common.paletteNothing}</p>}
      </ChoiceBox>
    </Modal>
  );
}

/** A search over everything, from everywhere (Ctrl K). A choice may ask on; Escape then leads back. */
export function Palette({ choices, actions, first, early, step: begun, sources, onClose }: PaletteProps) {
  const { common } = useMessages();
  const [steps, setSteps] = useState<readonly PaletteStep[]>(begun ? [begun] : []);
  const ofPage = usePageActions();
  const otherConsole = useOtherConsole();
  const step = steps.at(-1);
  /** What was typed before the search was there begins the first question only once. */
  const [begins, setBegins] = useState(early);
  const onStep = (next: PaletteStep) => {
    setBegins('');
    setSteps([...steps, next]);
  };
  const shared = { onClose, onStep };
  if (step)
    return (
      <Question
        key={steps.length}
        {...step}
        {...shared}
        asksAtOnce
        onBack={() => setSteps(steps.slice(0, -1))}
      />
    );
  return (
    <Question
      key="first"
      question={common.palette}
      placeholder={common.paletteHint}
      sources={[
        namedActions(actions, { group: common.paletteNamed, ...common }),
        otherConsole.choices,
        ...sources,
        otherConsole.search,
      ]}
      own={[...choices, ...ofPage]}
      onceTyped={actions}
      first={first}
      early={begins}
      {...shared}
      onBack={onClose}
    />
  );
}
