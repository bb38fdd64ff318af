import { createContext, useContext } from 'react';

/** Opens the search over everything (Ctrl K) with a text, for a page that was given something else than it takes. */
export const SearchForContext = createContext<(text: string) => void>(() => {});

export const useSearchFor = () => useContext(SearchForContext);
