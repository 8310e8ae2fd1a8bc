# Compilers and flags; what a user may set comes first.
O ?= build
V ?= 0
SAN ?= 0
CC = gcc
CXX = g++
PREFIX ?= $(or $(prefix),/usr/local)

# C of our own: the runtime and the offline part.
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual -Wvla
CSTD := -std=c17
INCLUDES := -Iinclude
CFLAGS ?= -O2 -g
ifeq ($(SAN),1)
# Once only: a second make may have it from the environment.
ifeq ($(filter %/san,$(O)),)
override O := $(O)/san
endif
SANFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
endif

# Every component adds its products here.
PRODUCTS :=
