"""Ground: compiled or plain Python, state rows, bits, random streams, texts, errors, data files."""
