NODE := node_modules/.bin/node
INSTALLED := node_modules/.package-lock.json
# Enough for what operators run. The whole is enough, too.
STARTABLE := $(if $(wildcard $(INSTALLED)),$(INSTALLED),node_modules/.startable.json)
# Any Node.js reads the first program.
INSTALL := node -e 'if (parseInt(process.versions.node) < 20) { console.error("error: Node.js 20 or newer is needed, and this is " + process.version); process.exit(1) }' \
  && node scripts/install.mjs
# What a program has refused, it has said. Make ends with it, and adds no line about itself.
QUIETLY := || kill -PIPE $$PPID

.PHONY: start migrate setup-link test test-long generate check check-generated check-style check-types show scaffold format breaking release picture pictures bench load capacity sweep crash jobs judges mutants sdk cli backup files-to-bucket restore sbom

# scripts/ops/README.md (Scaling) says what the settings of memory are for.
start: $(STARTABLE)
	@export MAKE_PID=$$PPID; cache=$${DATA_DIR:-.data}/compile-cache; mkdir -p -- "$$cache" 2>/dev/null || cache=; NODE_COMPILE_CACHE=$$cache GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=1048576:glibc.malloc.arena_max=4 exec $(NODE) --max-semi-space-size=16 --no-parallel-scavenge --heap-growing-percent=40 src/main.ts

# Migrates the database at DATABASE_URL without starting the service.
migrate: $(STARTABLE)
	@$(NODE) scripts/migrate.ts $(QUIETLY)

# Prints a link to set up the first organisation of the database at DATABASE_URL. It works for 24 hours.
setup-link: $(STARTABLE)
	@$(NODE) scripts/setup-link.ts $(QUIETLY)

# Writes the database, the files and the secret key to a new folder: ARGS=/backups/2026-03-02
backup: $(STARTABLE)
	@$(NODE) scripts/backup/backup.ts $(ARGS) $(QUIETLY)

# Copies the files of DATA_DIR to the bucket of S3_BUCKET. After the service has stopped: ARGS=--last
files-to-bucket: $(STARTABLE)
	@$(NODE) scripts/files-to-bucket.ts $(ARGS) $(QUIETLY)

# Brings a backup back, to where nothing is yet.
restore: $(STARTABLE)
	@$(NODE) scripts/backup/restore.ts $(ARGS) $(QUIETLY)

test: $(INSTALLED)
	@NODE_COMPILE_CACHE=node_modules/.cache/tests $(NODE) scripts/test.ts $(ARGS)

# The slow tests: test/**/*.long.ts.
test-long: $(INSTALLED)
	@$(NODE) scripts/test.ts --long $(ARGS)

$(INSTALLED): package.json package-lock.json
	@$(INSTALL) $(QUIETLY)

node_modules/.startable.json: package.json package-lock.json
	@$(INSTALL) start $(QUIETLY)

# Writes sbom.json (CycloneDX) and NOTICES, with the licences, of what is installed for the service: ARGS=.data
sbom: $(STARTABLE)
	@$(NODE) scripts/third-party.mjs $(or $(ARGS),.data) $(QUIETLY)

generate: $(INSTALLED)
	@$(NODE) scripts/generate.ts

# Inverts conditions of the domain, drawn by the commit, and names the test that fails for each: ARGS='40 word'
mutants: $(INSTALLED)
	@$(NODE) scripts/mutants.ts $(ARGS)

# Checks that generated files are up to date, lint, format, types and spelling.
check: $(INSTALLED)
	@$(MAKE) --no-print-directory --jobs --output-sync --keep-going check-generated check-style check-types check-spelling

check-generated: ; @$(NODE) scripts/generate.ts --check
check-style: ; @node_modules/.bin/biome ci
check-types: ; @node_modules/typescript-native/bin/tsc
.PHONY: check-spelling
check-spelling: ; @$(NODE) scripts/prose/spell.ts

format: $(INSTALLED)
	@$(NODE) scripts/generate.ts
	@node_modules/.bin/biome check --write

# make show OPERATION=getSomething prints the operation with everything that it refers to.
show: $(INSTALLED)
	@$(NODE) scripts/show.ts $(OPERATION)

# make scaffold OPERATION=getSomething AREA=studio/courses writes the files of a new operation.
scaffold: $(INSTALLED)
	@$(NODE) scripts/scaffold.ts $(OPERATION) $(AREA)

# Lists breaking changes of openapi.json since the last release.
breaking: $(INSTALLED)
	@$(NODE) scripts/check-breaking.ts

# Makes openapi.json the release that later changes are compared with.
release: $(INSTALLED)
	@$(NODE) scripts/release.ts

# Takes the picture of the API reference for the README from a running service.
picture: $(INSTALLED)
	@$(NODE) scripts/reference-picture.ts $(ARGS)

# Takes twelve pictures of the pages of the demo, with a service of its own and Chromium.
pictures: $(INSTALLED)
	@$(NODE) scripts/pictures.ts

# Prints by kind of drawing how answer sheets are read. ARGS='--seeds 5000-5019'
sweep: $(INSTALLED)
	@$(NODE) scripts/sweep/main.ts $(ARGS)

bench: $(INSTALLED)
	@$(NODE) scripts/bench/main.ts $(ARGS)

# Fills an empty database with a large set. ARGS='--scale 0.01'
load: $(INSTALLED)
	@$(NODE) scripts/load/main.ts $(ARGS)

# Computes what given numbers of learners need, from what make bench has measured.
capacity: $(INSTALLED)
	@$(NODE) scripts/capacity/main.ts

# Kills processes and connections at random, and checks that nothing is lost. ARGS='--seed 1 --seconds 60'
crash: $(INSTALLED)
	@$(NODE) scripts/crash/main.ts $(ARGS)

# Lists, retries and releases background jobs. ARGS=help
jobs: $(STARTABLE)
	@$(NODE) scripts/jobs/main.ts $(ARGS) $(QUIETLY)

judges: $(INSTALLED)
	@$(NODE) scripts/judges/main.ts

# Packs the client for npm into .data/sdk, and prints how much of it a program loads.
sdk: $(INSTALLED)
	@$(NODE) scripts/sdk/make.ts $(ARGS)

# Packs the command line for npm into .data/cli.
cli: $(INSTALLED)
	@$(NODE) scripts/cli/pack/make.ts
