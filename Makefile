# Every target is a command of run.py, which says what each one does: make help
PYTHON ?= python3
ARGS ?=

.PHONY: help setup lab test fast lint tidy lock bench check clean
help setup lab test fast lint tidy lock bench check clean:
	@$(PYTHON) run.py $@ $(ARGS)
