# Installing: into $(DESTDIR)$(PREFIX), and plugins where each GCC finds them by
# name.  What was built is copied; nothing is compiled here.
#   PREFIX=/usr/local  BINDIR LIBDIR INCLUDEDIR MANDIR DOCDIR COMPLETIONDIR UNITDIR
#   RECEIVERDIR below it
#   BYNAME=0  no links in GCC's own plugin folders
DESTDIR ?=
BYNAME ?= 1
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/algoprof
COMPLETIONDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/vendor-completions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
UNITDIR ?= $(PREFIX)/lib/systemd/user
RECEIVERDIR ?= $(PREFIX)/share/algoprof/nginx
VERSION := $(shell sed -n 's/.*TOOL_VERSION "\(.*\)"/\1/p' offline/base/version.h)

# Where the loader looks anyhow, a program needs no path to the library.
SYSTEM_LIBDIRS := /usr/lib /usr/lib/x86_64-linux-gnu /lib /lib/x86_64-linux-gnu /usr/local/lib
INSTALL_RPATH := $(if $(filter $(LIBDIR),$(SYSTEM_LIBDIRS)),,$(LIBDIR))
INSTALL_FILL = sed -e 's|@PREFIX@|$(PREFIX)|g' -e 's|@LIBDIR@|$(LIBDIR)|g' \
  -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|g' -e 's|@VERSION@|$(VERSION)|g' -e 's|@BINDIR@|$(BINDIR)|g' \
  -e 's|@RPATH@|$(if $(INSTALL_RPATH), -Wl$(comma)-rpath$(comma)$(INSTALL_RPATH))|g' \
  -e 's|@SPECS_RPATH@|$(if $(INSTALL_RPATH),-rpath $(INSTALL_RPATH))|g'
comma := ,

# Where OpenMPI was when the tool was built.
INSTALL_MPI := $(filter %/algoprof-mpi,$(PRODUCTS))
INSTALL_MAN1 := $(filter-out $(if $(INSTALL_MPI),,%/algoprof-mpi.1),$(wildcard docs/man/*.1))
INSTALL_MAN7 := $(wildcard docs/man/*.7)
INSTALL_DOCS := README.md LICENSE $(wildcard docs/*.md docs/*.json)
INSTALL_PICTURES := $(wildcard docs/pictures/*.svg docs/pictures/*.png docs/pictures/*.webp)
# Wrappers: the default names, and one with the version of each compiler.
INSTALL_GCCS := $(PLUGIN_DEFAULT) $(PLUGIN_OTHERS)
INSTALL_WRAPPERS := gcc g++ $(INSTALL_GCCS:%=gcc-%) $(INSTALL_GCCS:%=g++-%)
INSTALL_LIBS := librt-sample.a librt-sample.so librt-sample.so.1

# $(call plugin_folder,VERSION): GCC's own
plugin_folder = $(shell $(if $(filter $(1),$(PLUGIN_DEFAULT)),$(CC),gcc-$(1)) -print-file-name=plugin)

# A user's own PREFIX must not need the right to write GCC's folder.
define install_byname
	$(Q)if { [ -d '$(DESTDIR)$(2)' ] || mkdir -p '$(DESTDIR)$(2)'; } 2>/dev/null && [ -w '$(DESTDIR)$(2)' ]; then \
	    ln -sf '$(LIBDIR)/algoprof/algoprof.so' '$(DESTDIR)$(2)/algoprof.so'; \
	else \
	    echo 'install: $(2) cannot be written: -fplugin=algoprof will not work by name with gcc $(1);' \
	        'use algoprof-gcc, or -fplugin=$(LIBDIR)/algoprof/algoprof.so' >&2; \
	fi

endef
define install_plugin
	$(Q)install -D -m 644 '$(O)/gcc-$(1)/algoprof.so' '$(DESTDIR)$(LIBDIR)/algoprof/gcc-$(1)/algoprof.so'
	$(if $(filter 1,$(BYNAME)),$(call install_byname,$(1),$(call plugin_folder,$(1))))

endef
define install_page
	$(Q)gzip -9nc '$(1)' >'$(DESTDIR)$(MANDIR)/man$(2)/$(notdir $(1)).gz'

endef

.PHONY: install uninstall
## install: copy plugin, runtime, tool and manual into $(DESTDIR)$(PREFIX)
install: $(PRODUCTS)
	$(Q)install -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(LIBDIR)/algoprof' \
	    '$(DESTDIR)$(INCLUDEDIR)/algoprof' '$(DESTDIR)$(MANDIR)/man1' '$(DESTDIR)$(MANDIR)/man7' \
	    '$(DESTDIR)$(DOCDIR)/pictures'
	$(Q)install -m 755 $(O)/algoprof '$(DESTDIR)$(BINDIR)/algoprof'
	$(Q)install -m 755 $(O)/algoprof-upload '$(DESTDIR)$(BINDIR)/algoprof-upload'
	$(if $(INSTALL_MPI),$(Q)install -m 755 $(INSTALL_MPI) '$(DESTDIR)$(BINDIR)/algoprof-mpi')
	$(Q)install -D -m 644 packaging/systemd/algoprof-upload.timer '$(DESTDIR)$(UNITDIR)/algoprof-upload.timer'
	$(Q)$(INSTALL_FILL) packaging/systemd/algoprof-upload.service.in \
	    >'$(DESTDIR)$(UNITDIR)/algoprof-upload.service'
	$(Q)install -D -m 644 packaging/nginx/algoprof-receiver.conf '$(DESTDIR)$(RECEIVERDIR)/algoprof-receiver.conf'
	$(Q)install -m 755 packaging/nginx/receiver.sh '$(DESTDIR)$(RECEIVERDIR)/receiver.sh'
	$(Q)$(INSTALL_FILL) packaging/algoprof-gcc.in >'$(DESTDIR)$(BINDIR)/algoprof-gcc'
	$(Q)chmod 755 '$(DESTDIR)$(BINDIR)/algoprof-gcc'
	$(Q)for name in $(filter-out gcc,$(INSTALL_WRAPPERS)); do \
	    ln -sf algoprof-gcc '$(DESTDIR)$(BINDIR)/algoprof-'$$name || exit; done
	$(Q)install -m 644 $(O)/librt-sample.a '$(DESTDIR)$(LIBDIR)'
	$(Q)install -m 644 $(O)/librt-sample.so '$(DESTDIR)$(LIBDIR)/librt-sample.so.1'
	$(Q)ln -sf librt-sample.so.1 '$(DESTDIR)$(LIBDIR)/librt-sample.so'
	$(Q)install -m 644 include/algoprof/*.h '$(DESTDIR)$(INCLUDEDIR)/algoprof'
	$(Q)$(INSTALL_FILL) packaging/librt-sample.pc.in >'$(DESTDIR)$(LIBDIR)/pkgconfig/librt-sample.pc'
	$(Q)$(INSTALL_FILL) packaging/algoprof.specs.in >'$(DESTDIR)$(LIBDIR)/algoprof.specs'
	$(Q)$(INSTALL_FILL) packaging/rt-sample.specs.in >'$(DESTDIR)$(LIBDIR)/algoprof/rt-sample.specs'
	$(Q)install -m 644 $(O)/algoprof.so '$(DESTDIR)$(LIBDIR)/algoprof/algoprof.so'
	$(foreach v,$(INSTALL_GCCS),$(call install_plugin,$(v)))
	$(foreach page,$(INSTALL_MAN1),$(call install_page,$(page),1))
	$(foreach page,$(INSTALL_MAN7),$(call install_page,$(page),7))
	$(Q)for name in $(filter-out gcc,$(INSTALL_WRAPPERS)); do \
	    ln -sf algoprof-gcc.1.gz '$(DESTDIR)$(MANDIR)/man1/algoprof-'$$name.1.gz || exit; done
	$(Q)install -m 644 $(INSTALL_DOCS) '$(DESTDIR)$(DOCDIR)'
	$(Q)sed 's|](docs/|](|g' README.md >'$(DESTDIR)$(DOCDIR)/README.md'
	$(Q)install -m 644 $(INSTALL_PICTURES) '$(DESTDIR)$(DOCDIR)/pictures'
	$(Q)install -D -m 644 packaging/algoprof.bash '$(DESTDIR)$(COMPLETIONDIR)/algoprof'
	$(Q)install -D -m 644 packaging/_algoprof '$(DESTDIR)$(ZSHDIR)/_algoprof'
	$(Q)install -D -m 644 packaging/algoprof.fish '$(DESTDIR)$(FISHDIR)/algoprof.fish'
	$(Q)if [ -z '$(DESTDIR)' ] && [ -w /etc/ld.so.cache ]; then PATH="$$PATH:/usr/sbin:/sbin" ldconfig; fi

# A link in GCC's folder goes if it is ours.
define uninstall_plugin
	$(Q)rm -f '$(DESTDIR)$(LIBDIR)/algoprof/gcc-$(1)/algoprof.so'
	$(Q)link='$(DESTDIR)$(call plugin_folder,$(1))/algoprof.so'; \
	    [ "$$(readlink "$$link")" != '$(LIBDIR)/algoprof/algoprof.so' ] || rm -f "$$link"
	$(Q)rmdir '$(DESTDIR)$(LIBDIR)/algoprof/gcc-$(1)' 2>/dev/null || :

endef

## uninstall: remove what install put there (same PREFIX and DESTDIR)
uninstall:
	$(foreach v,$(INSTALL_GCCS),$(call uninstall_plugin,$(v)))
	$(Q)rm -f '$(DESTDIR)$(BINDIR)/algoprof' '$(DESTDIR)$(BINDIR)/algoprof-upload' '$(DESTDIR)$(BINDIR)/algoprof-mpi' \
	    '$(DESTDIR)$(UNITDIR)/algoprof-upload.timer' '$(DESTDIR)$(UNITDIR)/algoprof-upload.service' \
	    '$(DESTDIR)$(RECEIVERDIR)/algoprof-receiver.conf' '$(DESTDIR)$(RECEIVERDIR)/receiver.sh' \
	    $(INSTALL_WRAPPERS:%='$(DESTDIR)$(BINDIR)/algoprof-%') $(INSTALL_WRAPPERS:%='$(DESTDIR)$(MANDIR)/man1/algoprof-%.1.gz') \
	    $(INSTALL_LIBS:%='$(DESTDIR)$(LIBDIR)/%') '$(DESTDIR)$(LIBDIR)/pkgconfig/librt-sample.pc' \
	    '$(DESTDIR)$(LIBDIR)/algoprof/algoprof.so' '$(DESTDIR)$(LIBDIR)/algoprof.specs' '$(DESTDIR)$(LIBDIR)/algoprof/rt-sample.specs' \
	    $(patsubst docs/man/%,'$(DESTDIR)$(MANDIR)/man1/%.gz',$(wildcard docs/man/*.1)) \
	    $(patsubst docs/man/%,'$(DESTDIR)$(MANDIR)/man7/%.gz',$(INSTALL_MAN7)) \
	    $(patsubst %,'$(DESTDIR)$(DOCDIR)/%',$(notdir $(INSTALL_DOCS))) \
	    $(patsubst docs/%,'$(DESTDIR)$(DOCDIR)/%',$(INSTALL_PICTURES)) \
	    $(patsubst include/%,'$(DESTDIR)$(INCLUDEDIR)/%',$(wildcard include/algoprof/*.h)) \
	    '$(DESTDIR)$(COMPLETIONDIR)/algoprof' '$(DESTDIR)$(ZSHDIR)/_algoprof' '$(DESTDIR)$(FISHDIR)/algoprof.fish'
	$(Q)rmdir '$(DESTDIR)$(LIBDIR)/algoprof' '$(DESTDIR)$(INCLUDEDIR)/algoprof' \
	    '$(DESTDIR)$(DOCDIR)/pictures' '$(DESTDIR)$(DOCDIR)' \
	    '$(DESTDIR)$(RECEIVERDIR)' '$(DESTDIR)$(PREFIX)/share/algoprof' 2>/dev/null || :

# What packages are made of: a plugin for each of these compilers, and algoprof-mpi or not.
.PHONY: install-what
install-what:
	@echo $(INSTALL_GCCS) $(if $(INSTALL_MPI),mpi)

# Packages are made of what was built, in a folder of links to the sources.
.PHONY: deb rpm
## deb: Debian packages in $(O)/deb
deb: $(PRODUCTS)
	$(Q)packaging/deb.sh $(O)/deb $(O)

## rpm: RPM packages in $(O)/rpm
rpm: $(PRODUCTS)
	$(Q)packaging/rpm.sh $(O)/rpm $(O)

TESTS_SH += tests/install/run.sh tests/install/unit-tests.sh tests/install/completion.sh
